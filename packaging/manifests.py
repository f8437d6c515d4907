#!/usr/bin/env python3
"""Generates the installer manifests of a release from its archives and Cargo.toml.

    packaging/manifests.py ADDRESS FOLDER

ADDRESS is the URL from which the archives in FOLDER will be downloaded; the part before /releases/ is the project's page
unless Cargo.toml sets `homepage`. The script writes SHA256SUMS, install.sh, bertscope.rb (Homebrew) and bertscope.json (Scoop) into FOLDER, for the archives in it.
"""

import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path

from address import address as published

ROOT = Path(__file__).resolve().parents[1]


def formula(facts, address, archives):
    """A Homebrew formula with a binary for each platform."""
    platforms = []
    for block, system in (("on_macos", "apple-darwin"), ("on_linux", "unknown-linux-gnu")):
        choices = []
        for choice, machine in (("on_arm", "aarch64"), ("on_intel", "x86_64")):
            for name, digest in archives.items():
                if name.endswith(f"{machine}-{system}.tar.gz"):
                    choices.append(f'    {choice} do\n      url "{address}/{name}"\n      sha256 "{digest}"\n    end\n')
        if choices:
            platforms.append(f"  {block} do\n{''.join(choices)}  end\n")
    return f'''class Bertscope < Formula
  desc "{facts["summary"]}"
  homepage "{facts["homepage"]}"
  version "{facts["version"]}"
  license "{facts["license"]}"

{"".join(platforms)}
  def install
    bin.install "bin/bertscope"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/bertscope"
    zsh_completion.install "share/zsh/site-functions/_bertscope"
    fish_completion.install "share/fish/vendor_completions.d/bertscope.fish"
    pkgshare.install "NOTICE", "OFL-Inter.txt"
  end

  test do
    assert_match "0.", shell_output("#{{bin}}/bertscope score -r cold -c freezing --json")
  end
end
'''


def scoop(facts, address, archives):
    """A Scoop manifest, or None if there is no archive for Windows."""
    windows = {name: digest for name, digest in archives.items() if name.endswith("x86_64-pc-windows-msvc.zip")}
    for name, digest in windows.items():
        return {
            "version": facts["version"],
            "description": facts["description"],
            "homepage": facts["homepage"],
            "license": facts["license"],
            "architecture": {"64bit": {"url": f"{address}/{name}", "hash": digest, "extract_dir": name.removesuffix(".zip")}},
            "bin": "bin\\bertscope.exe",
        }
    return None


def main(address, folder):
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    facts = {
        "version": cargo["workspace"]["package"]["version"],
        "license": cargo["workspace"]["package"]["license"],
        "description": cargo["package"]["description"],
        # Homebrew wants less than 80 characters, and no article first.
        "summary": "Terminal inspector of BERTScore: why a sentence got its score",
        "homepage": published("homepage") or re.sub(r"/releases/.*", "", address),
    }
    found = sorted(path for path in folder.glob(f"bertscope-{facts['version']}-*") if path.name.endswith((".tar.gz", ".zip")))
    if not found:
        sys.exit(f"{folder} has no archive of bertscope {facts['version']}; create one with packaging/archive.sh")
    archives = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in found}
    sums = "".join(f"{digest}  {name}\n" for name, digest in archives.items())
    script = (ROOT / "packaging" / "install.sh").read_text(encoding="utf-8")
    for name, value in (("VERSION", facts["version"]), ("ADDRESS", address), ("CHECKSUMS", sums.strip())):
        script = script.replace(f"@{name}@", value)
    written = {"SHA256SUMS": sums, "install.sh": script, "bertscope.rb": formula(facts, address, archives)}
    if manifest := scoop(facts, address, archives):
        written["bertscope.json"] = json.dumps(manifest, indent=4) + "\n"
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        print(folder / name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), Path(sys.argv[2]))
