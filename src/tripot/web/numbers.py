"""What a host's monitoring reads at `/metrics`. With several processes the library adds them up, over files that they share."""

from __future__ import annotations

import asyncio
import os
import time

import prometheus_client as prometheus
from prometheus_client import multiprocess

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the environment variable by which processes find the files that they share
LOOK = 2.0  # seconds between two looks at what can only be looked at

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
BATCHES = prometheus.Histogram("tripot_append_seconds", "How long a batch took to be on the disk", buckets=QUICK)
BATCH_SIZE = prometheus.Histogram(
    "tripot_append_batch", "Writes in a batch", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)
ACTS = prometheus.Counter("tripot_acts", "Commands carried out at tables")
CONFLICTS = prometheus.Counter("tripot_conflicts", "Times that another process was quicker")
UNREADABLE = prometheus.Counter("tripot_tables_unreadable", "Tables that could not be replayed")
THOUGHTS = prometheus.Counter("tripot_thoughts", "Answers of bots: full, hurried, plain, by thumb", ["how"])
REPLACED = prometheus.Counter("tripot_workers_replaced", "Workers that were stuck or died")
REFUSED = prometheus.Counter("tripot_refused", "What was refused, by its code", ["code"])
LAG = prometheus.Histogram("tripot_loop_lag_seconds", "How late the event loop is", buckets=QUICK)
LIVE = prometheus.Gauge("tripot_tables_live", "Tables in memory", multiprocess_mode="livesum")
STREAMS = prometheus.Gauge("tripot_streams", "Pages and streams that are open", multiprocess_mode="livesum")
WAITING = prometheus.Gauge("tripot_thoughts_waiting", "Thoughts that wait for a worker", multiprocess_mode="livesum")
OVERDUE = prometheus.Gauge("tripot_tables_due", "Tables that need the hub now", multiprocess_mode="livesum")
HOUSES = prometheus.Gauge("tripot_houses", "Processes that share the store", multiprocess_mode="livemax")


def text() -> bytes:
    """All of them, in the format that Prometheus reads."""
    return prometheus.generate_latest(_registry())


def value(name: str, **labels: str) -> float:
    """One of them, of all processes together."""
    return _registry().get_sample_value(name, labels) or 0.0


def _registry() -> prometheus.CollectorRegistry:
    if FOLDER not in os.environ:
        return prometheus.REGISTRY
    registry = prometheus.CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def batch(size: int, seconds: float) -> None:
    """A batch has been written."""
    BATCH_SIZE.observe(size)
    BATCHES.observe(seconds)


async def measure_lag() -> None:
    """Again and again see how late the event loop is."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(LOOK)
        LAG.observe(max(0.0, time.monotonic() - began - LOOK))
