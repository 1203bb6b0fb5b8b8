"""Text as a picture: the common 5x7 dot-matrix letters, so that `rgb_array` needs no drawing library."""

from __future__ import annotations

from typing import Any

import numpy as np

FIRST, LAST = 32, 126  # ASCII characters that have a letter; others are drawn as `?`
WIDTH, HEIGHT = 6, 10  # a letter with the space to the next
INK, PAPER = (32, 32, 40), (250, 248, 240)

# Five columns per letter, the lowest bit on top.
LETTERS = bytes.fromhex(
    "000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c2241000041221c00"
    "2a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f40007249494946214149"
    "4d331814127f1027454545393c4a49493141211109073649494936464949291e00001400000040340000000814224114141414"
    "140041221408020159090 63e415d594e7c1211127c7f494949363e414141227f4141413e7f494949417f090909013e4141"
    "51737f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e4141413e7f090909063e4151"
    "215e7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f63140814630304780403615949 4d43007f"
    "4141410204081020004141417f04020102044040404040000307080020545478407f284444383844444428384444287f38"
    "5454541800087e090218a4a49c787f0804047800447d40002040403d007f1028440000417f40007c047804787c08040478"
    "3844444438fc1824241818242418fc7c08040408485454542404043f44243c4040207c1c2040201c3c4030403c4428102844"
    "4c9090907c4464544c44000836410000007700000041360800 0201020402".replace(" ", "")
)


def picture(text: str) -> Any:
    """The text as an array of height x width x 3 bytes."""
    lines = text.split("\n")
    wide = max(len(line) for line in lines)
    dots = np.zeros((len(lines) * HEIGHT, (wide + 1) * WIDTH), bool)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            dots[row * HEIGHT + 1 : row * HEIGHT + 9, column * WIDTH + 3 : column * WIDTH + 8] = _dots(letter)
    return (
        np.where(dots[:, :, None], np.array(INK, np.uint8), np.array(PAPER, np.uint8))
        .repeat(2, axis=0)
        .repeat(2, axis=1)
    )


def _dots(letter: str) -> Any:
    code = ord(letter) if FIRST <= ord(letter) <= LAST else ord("?")
    columns = np.frombuffer(LETTERS, np.uint8)[(code - FIRST) * 5 : (code - FIRST + 1) * 5]
    return (columns[None, :] >> np.arange(8)[:, None]) & 1 == 1
