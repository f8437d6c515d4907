#!/usr/bin/env python3
"""Rewrites the workspace for the crate registry, where a crate has at most 10 MB and no files from outside its folder.

    packaging/registry.py FOLDER

In FOLDER, which must not exist, each crate gets a copy of the assets that it includes, and the licences. The bundled model (48 MB) is split into
data crates, which bertscope-minilm joins at compile time. docs/dev/releasing.md describes how to pack, test and publish the crates.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PART = 9_200_000
"""Bytes of the model per crate: they hardly compress, and the limit is 10 MiB."""

INCLUDE = re.compile(r'(include_(?:bytes|str)!\(")((?:\.\./)+assets/[^"]+)("\))')
WEIGHTS = re.compile(r'pub static WEIGHTS: &\[u8\] = include_bytes!\("[^"]+"\);')

PART_MANIFEST = """\
[package]
name = "{name}"
description = "Part {number} of {count} of the bundled model of bertscope, all-MiniLM-L6-v2"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
"""

PART_SOURCE = """\
//! Part {number} of {count} of the bundled model of bertscope. Bytes only: `bertscope-minilm` joins the parts.

/// The bytes.
pub static BYTES: &[u8; {size}] = include_bytes!("../assets/part");
"""

JOIN = """\
pub static WEIGHTS: &[u8] = &JOINED;

/// The parts, one behind the other.
static JOINED: [u8; {size}] = {{
    let mut joined = [0; {size}];
    let rest = joined.as_mut_slice();
{copies}    joined
}};"""


def copy_sources(target):
    """Copies all tracked files except those that only tests, documentation and packaging need."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        folder = name.split("/")
        if folder[0] in (".ci", ".github", "assets", "benches", "examples", "packaging", "python", "tests", "web") or (
            folder[0] == "crates" and len(folder) > 2 and folder[2] == "tests"
        ):
            continue
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, path)


def bring_assets(crate, target):
    """Copies the assets that a crate includes into the crate, and updates the paths."""
    for source in sorted((target / crate / "src").rglob("*.rs")):
        text = source.read_text(encoding="utf-8")

        def near(found):
            asset = os.path.normpath(os.path.join(ROOT / source.parent.relative_to(target), found[2]))
            own = target / crate / "assets" / Path(asset).relative_to(ROOT / "assets")
            own.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(asset, own)
            return found[1] + os.path.relpath(own, source.parent) + found[3]

        source.write_text(INCLUDE.sub(near, text), encoding="utf-8")


def split_model(target):
    """Replaces the model file with data crates."""
    crate = target / "crates" / "minilm"
    model = crate / "assets" / "minilm" / "model.safetensors"
    whole = model.read_bytes()
    model.unlink()
    parts = [whole[start : start + PART] for start in range(0, len(whole), PART)]
    manifest, copies = "", ""
    for number, part in enumerate(parts, 1):
        name = f"bertscope-minilm-part{number}"
        facts = {"name": name, "number": number, "count": len(parts), "size": len(part)}
        folder = target / "crates" / f"minilm-part{number}"
        (folder / "src").mkdir(parents=True)
        (folder / "assets").mkdir()
        (folder / "assets" / "part").write_bytes(part)
        (folder / "Cargo.toml").write_text(PART_MANIFEST.format(**facts))
        (folder / "src" / "lib.rs").write_text(PART_SOURCE.format(**facts))
        manifest += f'{name} = {{ path = "../minilm-part{number}", version = "0.1.0" }}\n'
        rest = "_" if number == len(parts) else "rest"
        copies += f"    let (part, {rest}) = rest.split_at_mut({len(part)});\n"
        copies += f"    part.copy_from_slice({name.replace('-', '_')}::BYTES);\n"
    source = crate / "src" / "lib.rs"
    join = JOIN.format(size=len(whole), copies=copies)
    text, replaced = WEIGHTS.subn(lambda _: join, source.read_text(encoding="utf-8"))
    assert replaced == 1, "crates/minilm/src/lib.rs no longer includes the model as expected; update WEIGHTS in this script"
    source.write_text(text, encoding="utf-8")
    cargo = crate / "Cargo.toml"
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]
    dependencies = "[dependencies]\n" + manifest.replace("0.1.0", version) + "\n[lints]"
    cargo.write_text(cargo.read_text(encoding="utf-8").replace("[lints]", dependencies), encoding="utf-8")


def included_pages(target):
    """The pages of the documentation that the program has inside, such as the glossary."""
    for source in sorted((target / "src").rglob("*.rs")):
        for path in re.findall(r'include_str!\("((?:\.\./)+docs/[^"]+)"\)', source.read_text(encoding="utf-8")):
            yield "/" + os.path.relpath(os.path.normpath(source.parent / path), target)


def without_tests(target):
    """Removes tests, benchmarks and examples from the manifest, because their files are not copied."""
    cargo = target / "Cargo.toml"
    text = re.sub(r"\[\[(test|bench|example)\]\]\n(?:.+\n)*\n?", "", cargo.read_text(encoding="utf-8"))
    text = text.replace('members = ["crates/*", "benches/web", "web", "web/glue"]', 'members = ["crates/*"]')
    packed = ["/src", "/README.md", "/CHANGELOG.md", "/LICENSE", "/NOTICE", *included_pages(target)]
    text = text.replace('exclude = ["/.ci"]', f"include = {json.dumps(packed)}")
    cargo.write_text(text, encoding="utf-8")


def main(target):
    copy_sources(target)
    without_tests(target)
    for crate in sorted(path.name for path in (target / "crates").iterdir()):
        bring_assets(f"crates/{crate}", target)
    shutil.copyfile(ROOT / "assets" / "fonts" / "OFL.txt", target / "crates" / "report" / "assets" / "fonts" / "OFL.txt")
    split_model(target)
    for crate in (target / "crates").iterdir():
        for licence in ("LICENSE", "NOTICE"):
            shutil.copyfile(ROOT / licence, crate / licence)


if __name__ == "__main__":
    if len(sys.argv) != 2 or Path(sys.argv[1]).exists():
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve())
