#!/usr/bin/env python3
"""Makes the fonts of this folder from the published ones: python make.py FOLDER, the unpacked npm package inter-ui 4.1.1.

Needs fonttools and brotli.
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# Latin, Greek and Cyrillic with their accents, and the signs that texts and pictures use.
RANGES = [
    (0x20, 0x7E), (0xA0, 0x17F), (0x18F, 0x192), (0x1A0, 0x1B0), (0x218, 0x21B),
    (0x259, 0x259), (0x2C6, 0x2DD), (0x300, 0x30C), (0x323, 0x328), (0x370, 0x3CE), (0x400, 0x45F), (0x490, 0x4E9),
    (0x1E80, 0x1EF9), (0x2000, 0x206F), (0x2070, 0x209C), (0x20A0, 0x20BF), (0x2100, 0x2122), (0x2150, 0x215E),
    (0x2190, 0x2199), (0x21B5, 0x21B5), (0x2200, 0x2265), (0x2318, 0x2318), (0x23CE, 0x23CE), (0x25A0, 0x25CF),
    (0x2713, 0x2717), (0xFB01, 0xFB02), (0xFFFC, 0xFFFD),
]


def make(source: pathlib.Path, target: pathlib.Path, features: list[str]) -> None:
    font = TTFont(source, recalcTimestamp=False)
    # Digits of one width, so that numbers stand below each other without a feature being asked for.
    for table in font["cmap"].tables:
        for digit in range(0x30, 0x3A):
            if digit in table.cmap and table.cmap[digit] + ".tf" in font.getGlyphOrder():
                table.cmap[digit] += ".tf"
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.glyph_names = False
    options.flavor = None
    tool = subset.Subsetter(options)
    tool.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)])
    tool.subset(font)
    font.flavor = None
    font.save(target)
    print(target.name, target.stat().st_size)


folder = pathlib.Path(sys.argv[1]) / "web"
here = pathlib.Path(__file__).parent
# Kerning is a third of a font; titles, which are large, have it.
for weight, features in [("Regular", ["ccmp", "mark"]), ("SemiBold", ["ccmp", "mark", "kern"])]:
    make(folder / f"Inter-{weight}.woff2", here / f"Inter-{weight}.ttf", features)
