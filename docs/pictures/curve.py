"""Draw the learning curve of `examples/learn_raise.py` again from what it wrote with `--curve docs/pictures/learn_raise.json`.

python docs/pictures/curve.py
"""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
WIDE, HIGH, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 56, 24, 24, 48
EVEN = 0.5  # as good as the rules of thumb


def main() -> None:
    curve = json.loads((HERE / "learn_raise.json").read_text(encoding="utf-8"))
    most = max(point["decisions"] for point in curve)

    def x(decisions: float) -> float:
        return LEFT + decisions / float(most) * (WIDE - LEFT - RIGHT)

    def y(share: float) -> float:
        return HIGH - BOTTOM - share * (HIGH - TOP - BOTTOM)

    up = " ".join(f"{x(p['decisions']):.1f},{y(p['share'] + p['width']):.1f}" for p in curve)
    down = " ".join(f"{x(p['decisions']):.1f},{y(p['share'] - p['width']):.1f}" for p in reversed(curve))
    line = " ".join(f"{x(p['decisions']):.1f},{y(p['share']):.1f}" for p in curve)
    marks = [f'<text x="{LEFT - 8}" y="{y(t / 4) + 4:.0f}" text-anchor="end">{t / 4:.2f}</text>' for t in range(5)]
    marks += [
        f'<text x="{x(most * t / 4):.0f}" y="{HIGH - BOTTOM + 18}" text-anchor="middle">{most * t / 4e6:.1f} M</text>'
        for t in range(5)
    ]
    drawing = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}"
font-family="sans-serif" font-size="12" fill="#222">
<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>
<line x1="{LEFT}" y1="{y(EVEN)}" x2="{WIDE - RIGHT}" y2="{y(EVEN)}" stroke="#888" stroke-dasharray="4 4"/>
<text x="{WIDE - RIGHT}" y="{y(EVEN) + 16}" text-anchor="end" fill="#666">as good as the rules of thumb</text>
<polygon points="{up} {down}" fill="#2b6cb0" opacity="0.2"/>
<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/>
<path d="M{LEFT} {TOP}V{HIGH - BOTTOM}H{WIDE - RIGHT}" fill="none" stroke="#222"/>
{chr(10).join(marks)}
<text x="{WIDE / 2}" y="{HIGH - 8}" text-anchor="middle">decisions learned from</text>
<text x="{LEFT}" y="{TOP - 8}">share of victories against the rules of thumb, RAISE, 2 seats (band: 95 %)</text>
</svg>
"""
    (HERE / "learn_raise.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
