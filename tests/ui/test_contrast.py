# SPDX-License-Identifier: Apache-2.0
"""Contrast of every text color with its backgrounds, according to WCAG 2.2 (AA).

The minimum is 4.5 for text, and 3 for focus indicators and large figures.
"""

import pytest

from widgets.theme import DARK, LIGHT, Theme

TEXT, LARGE = 4.5, 3.0


def luminance(color: str) -> float:
    """Return the relative luminance of "#rrggbb", as defined by WCAG."""
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, from 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def pairs(t: Theme) -> dict[str, tuple[str, str, float]]:
    """Return the color, background and required contrast of each pair, by name."""
    grounds = {"window": t.window, "panel": t.panel, "card": t.card, "chart": t.chart.panel}
    found: dict[str, tuple[str, str, float]] = {}
    texts = {
        "ink": t.ink, "label": t.label, "dim": t.dim, "accent": t.accent, "better": t.better, "worse": t.worse,
        "warning": t.chart.warning, "error": t.chart.error, "info": t.chart.info, "chart ink": t.chart.ink,
        "chart dim": t.chart.dim, **{f"system {letter}": t.system_color(letter) for letter in "ABCDEF"},
    }  # fmt: skip
    for ground, behind in grounds.items():
        for text, color in texts.items():
            found[f"{text} on {ground}"] = color, behind, TEXT
        found[f"focus on {ground}"] = t.accent, behind, LARGE
    for ground, behind in {"button": t.button, "hover": t.button_hover, "selection": t.selection}.items():
        found[f"ink on {ground}"] = t.ink, behind, TEXT
    for text in ("ink", "warning", "error", "accent"):
        found[f"{text} on notice"] = texts[text], t.button, TEXT
    for letter in "ABC":
        found[f"letter of {letter}"] = t.on_system, t.system_color(letter), TEXT
    found["live"] = "#ffffff", t.live, TEXT
    for state in (t.state_well, t.state_look, t.state_act):
        found[f"state {state}"] = "#ffffff", state, TEXT
    found["so far"] = t.so_far, t.booth, TEXT
    found["stopped figure"] = t.stopped, t.booth, LARGE
    found["go"] = t.go_ink, t.go, TEXT
    found["focus in go"] = t.go_ink, t.go, LARGE
    return found


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_every_text_color_has_sufficient_contrast(theme: Theme) -> None:
    weak = {
        name: f"{color} on {ground}: {contrast(color, ground):.2f}, {least} is wanted"
        for name, (color, ground, least) in pairs(theme).items()
        if contrast(color, ground) < least
    }
    assert not weak


def test_contrast_ratio_matches_wcag() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
