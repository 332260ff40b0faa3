"""Makes the three fonts in style/assets, and the two in style/page-cards, from the packages in which they are published. `script/fonts` runs it.

    fonts.py FOLDER OUT        FOLDER: the node_modules that hold the packages
"""

import pathlib
import sys

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

PACKAGES, OUT = map(pathlib.Path, sys.argv[1:])
BRYGADA = "@fontsource-variable/brygada-1918/files/brygada-1918-{}-wght-normal.woff2"
PLEX = "@ibm/plex-sans-variable/fonts/complete/ttf/IBM Plex Sans Var-Roman.ttf"
# English and its punctuation; the letters of other European names; the quotation marks that go with these.
ENGLISH = "20-7E,A0,B7,D7,2013-2014,2018-2019,201C-201D,2026,2212"
SIGNS = "2022,20AC,2190-2193"
LETTERS = (
    "C0-D6,D8-F6,F8-107,10A-113,116-11B,11E-123,12A-12B,12E-131,136-137,139-13E,141-148,14A-14B,150-155,158-15B,15E-165,16A-16B,"
    "16E-173,178-17E,218-21B,1E9E"
)
MARKS = "A1,AB,BB,BF,201A,201E"
# Pictures for other sites are drawn on the server and nobody loads their faces: those have all letters of these scripts that their packages have.
SCRIPTS = "20-7E,A0-17F,18F,192,1A0-1A1,1AF-1B0,218-21B,259,2BC,370-3FF,400-52F,1E80-1EF9,2010-2026,2030,2039-203A,20AC,2116,2122,2190-2193,2212"
# The weights that the sheets ask the text face for, and the one weight of the headings.
WEIGHTS, HEADINGS = (400, 600), 556


def cut(source, letters, weight, features=()):
    """The font with these letters, at this weight or from one weight to another."""
    font = TTFont(PACKAGES / source)
    options = subset.Options(hinting=False, layout_features=list(features), name_IDs=[1, 2], notdef_outline=False, glyph_names=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(letters))
    cutter.subset(font)
    font = instancer.instantiateVariableFont(font, {axis.axisTag: None for axis in font["fvar"].axes} | {"wght": weight})
    for table in ("STAT", "MVAR"):
        if table in font:
            del font[table]
    return font


def write(font, name, family=None):
    for record in font["name"].names if family else ():
        record.string = {1: family, 2: "Regular"}.get(record.nameID, "")
    font.flavor = "woff2" if name.endswith(".woff2") else None
    font.save(OUT / name)
    print(f"{name}: {(OUT / name).stat().st_size} bytes")


def headings():
    """One file: the package has the letters in two."""
    parts = []
    for part, letters, features in (("latin", ENGLISH, ["kern", "tnum", "lnum"]), ("latin", f"{LETTERS},{MARKS}", []), ("latin-ext", LETTERS, [])):
        parts.append(OUT / f"part-{len(parts)}.ttf")
        font = cut(BRYGADA.format(part), letters, HEADINGS, features)
        font.flavor = None
        font.save(parts[-1])
    write(Merger().merge(list(map(str, parts))), "brygada.woff2")
    write(TTFont(OUT / "brygada.woff2"), "../page-cards/brygada.ttf")
    for part in parts:
        part.unlink()


headings()
# Its licence reserves the name "Plex" for the unchanged font.
write(cut(PLEX, f"{ENGLISH},{SIGNS}", WEIGHTS, ["kern"]), "evenhand-sans.woff2", "Evenhand Sans")
write(cut(PLEX, f"A3,A9,{LETTERS},{MARKS}", WEIGHTS), "evenhand-sans-letters.woff2", "Evenhand Sans")
write(cut(PLEX, SCRIPTS, WEIGHTS[0]), "../page-cards/evenhand-sans.ttf", "Evenhand Sans")
