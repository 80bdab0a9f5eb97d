"""Histograms and curves as SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, isfinite, log10

WIDTH, HEIGHT = 320, 170
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 26, 28
# Told apart by people who see no red or green, and in grey.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7")


def histogram(title: str, series: Mapping[str, Sequence[int]], low: float, high: float) -> str:
    """Bars of counts in equal bins, each series as a share of its own sum."""
    shares = {name: [n / (sum(bins) or 1) for n in bins] for name, bins in series.items()}
    most = max((share for bins in shares.values() for share in bins), default=0.0) or 1.0
    parts: list[str] = []
    for colour, (name, bins) in zip(COLOURS, shares.items(), strict=False):
        step = (WIDTH - LEFT - RIGHT) / max(1, len(bins))
        bars = "".join(
            f"M{LEFT + k * step:.1f} {_y(0):.1f}V{_y(share / most):.1f}h{step - 1:.1f}V{_y(0):.1f}z"
            for k, share in enumerate(bins)
            if share
        )
        total = sum(series[name])
        parts.append(
            f'<path d="{bars}" fill="{colour}" fill-opacity=".55">'
            f"<title>{escape(name)}: {total:,}</title></path>"
        )
    return _framed(title, parts, list(series), (low, high), (0.0, most), percent=True)


def curves(title: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Lines through points; what is not finite is left out."""
    points = {
        name: [(x, y) for x, y in each if isfinite(x) and isfinite(y)]
        for name, each in series.items()
    }
    everything = [point for each in points.values() for point in each]
    if not everything:
        return ""
    xs, ys = [x for x, _ in everything], [y for _, y in everything]
    low, high, bottom, top = min(xs), max(xs) or 1.0, min(0.0, *ys), max(ys) or 1.0
    across, up = (high - low) or 1.0, (top - bottom) or 1.0
    parts = []
    for colour, each in zip(COLOURS, points.values(), strict=False):
        path = " ".join(
            f"{LEFT + (x - low) / across * (WIDTH - LEFT - RIGHT):.1f},{_y((y - bottom) / up):.1f}"
            for x, y in each
        )
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>'
        )
    return _framed(title, parts, list(points), (low, high), (bottom, top))


def binned(values: Sequence[float], low: float, high: float, bins: int = 20) -> list[int]:
    """How many values lie in each of some equal bins; what is beyond is in the outermost.

    >>> binned([0.0, 0.1, 0.9, 1.0, 7.0], 0, 1, bins=2)
    [2, 3]
    """
    counts = [0] * bins
    for value in values:
        place = floor((value - low) / (high - low) * bins)
        counts[min(bins - 1, max(0, place))] += 1
    return counts


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _framed(
    title: str,
    parts: Sequence[str],
    names: Sequence[str],
    across: tuple[float, float],
    up: tuple[float, float],
    *,
    percent: bool = False,
) -> str:
    left, right, base = LEFT, WIDTH - RIGHT, HEIGHT - BOTTOM
    legend = "".join(
        f'<tspan fill="{colour}" dx="{0 if k == 0 else 10}">■ {escape(name)}</tspan>'
        for k, (colour, name) in enumerate(zip(COLOURS, names, strict=False))
    )
    ends = [f"{value:.0%}" if percent else _short(value) for value in up]
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f'<text x="{left}" y="14" class="title">{escape(title)}</text>'
        f'<text x="{right}" y="14" text-anchor="end" class="small">{legend}</text>'
        f'<path d="M{left} {TOP}V{base}H{right}" class="axis"/>'
        + "".join(parts)
        + f'<text x="{left}" y="{HEIGHT - 10}" class="small">{_short(across[0])}</text>'
        f'<text x="{right}" y="{HEIGHT - 10}" text-anchor="end" class="small">'
        f"{_short(across[1])}</text>"
        f'<text x="{left - 4}" y="{base}" text-anchor="end" class="small">{ends[0]}</text>'
        f'<text x="{left - 4}" y="{TOP + 8}" text-anchor="end" class="small">{ends[1]}</text>'
        "</svg>"
    )


def _short(value: float) -> str:
    """A number as an axis says it.

    >>> _short(0.0), _short(0.25), _short(12000.0)
    ('0', '0.25', '12,000')
    """
    if value == 0:
        return "0"
    digits = max(0, 2 - floor(log10(abs(value))))
    text = f"{value:,.{min(digits, 4)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
