"""Writes the pages of the site into a folder that has report.html and live/ already, then checks every link.

    python3 site/pages.py FOLDER

Pages are the Markdown files of the repository, in the same places, as HTML. The Python reference is made from the docstrings
of python/bertscope, which is parsed and not imported.
"""

import ast
import html
import json
import posixpath
import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import markdown

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging"))
from address import address  # noqa: E402

NAVIGATION = [
    ("", [("index.html", "Start"), ("live/index.html", "Try it"), ("docs/first-hour.html", "Your first hour"), ("docs/faq.html", "FAQ")]),
    ("How-to", "files match compare agreement report pairs teach lessons exports without-screen models python frameworks pipes ci doctor web"),
    ("Reference", "inspector questions keys config cli glossary analysis-format protocol"),
    ("Explanation", "concepts scores statistics differences verification alternatives"),
    ("More", [("reference.html", "Python reference"), ("report.html", "An example report"), ("CHANGELOG.html", "Changelog")]),
]


def slug(text, _separator=None):
    """The anchor of a heading, by the rule of GitHub."""
    return "".join(c for c in text.strip().lower() if c.isalnum() or c in "-_ ").replace(" ", "-")


def sources():
    """The Markdown files that become pages: path from the root → HTML path."""
    files = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
    files += [ROOT / name / "README.md" for name in ("benches", "web", "assets/models", "assets/minilm", "assets/baselines")]
    files += sorted((ROOT / "crates").glob("*/README.md"))
    names = [file.relative_to(ROOT).as_posix() for file in files if file.exists()]
    return {name: "index.html" if name == "README.md" else name.removesuffix(".md") + ".html" for name in names}


class Page(HTMLParser):
    """The links, anchors and words of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.words, self.silent = [], set(), [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        self.links += [(name, given[name]) for name in ("href", "src") if given.get(name)]
        self.silent += tag in ("script", "style")

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.silent:
            self.words.append(data)


def converted(name, targets, copied):
    """A Markdown file as HTML: links to pages become links to their HTML, other files of the repository are copied."""
    text = (ROOT / name).read_text(encoding="utf-8")
    # A fence's language is its first word; the other words are for the tests. Console output is plain.
    text = re.sub(r"^(\s*```)(\w+)[^\n`]*$", lambda m: m[1] + ("text" if m[2] == "console" else m[2]), text, flags=re.MULTILINE)
    # GitHub starts a list without a blank line before it, python-markdown does not.
    text = re.sub(r"^((?!\s*(?:[-*]|\d+\.) )\S[^\n]*)\n(?=(?:[-*]|1\.) )", r"\1\n\n", text, flags=re.MULTILINE)
    body = markdown.markdown(
        text,
        extensions=["tables", "fenced_code", "toc", "codehilite", "sane_lists", "md_in_html"],
        extension_configs={"toc": {"slugify": slug}, "codehilite": {"guess_lang": False}},
        tab_length=2,
    )

    def link(found):
        address_, _, anchor = found[2].partition("#")
        if not address_ or urlsplit(address_).scheme:
            return found[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address_))
        if (ROOT / target).is_dir():
            readme = f"{target}/README.md"
            target = readme if readme in targets else target
        if target in targets:
            there = targets[target]
        elif (ROOT / target).is_file():
            # Browsers show a text file if its name says so.
            there = target if target.endswith((".svg", ".png")) else target + ".txt"
            copied[target] = there
        elif (ROOT / target).is_dir():
            there = f"{target}/index.html"
            copied[target] = there
        else:
            return found[0]
        relative = posixpath.relpath(there, posixpath.dirname(targets[name]) or ".")
        return f'{found[1]}="{relative}{"#" + anchor if anchor else ""}"'

    body = re.sub(r'\b(href|src)="([^"]*)"', link, body)
    # A table or a listing wider than a phone scrolls in itself.
    return body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def reference():
    """The Python reference, from signatures and docstrings."""
    package = ROOT / "python" / "bertscope"
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(package.glob("*.py"))]
    init = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    exported = next(ast.literal_eval(n.value) for n in init.body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__")
    kinds = (ast.FunctionDef, ast.ClassDef)
    known = {node.name: node for tree in trees for node in tree.body if isinstance(node, kinds)}

    def text(node):
        # Docstrings are reStructuredText of the simplest kind.
        text = re.sub(r":\w+:`", "`", (ast.get_docstring(node) or "").replace("``", "`"))
        return markdown.markdown(text)

    def signature(node, name):
        returns = f" → {ast.unparse(node.returns)}" if node.returns else ""
        arguments = re.sub(r"\bself(, )?", "", ast.unparse(node.args), count=1)
        return html.escape(f"{name}({arguments}){returns}")

    parts = ["<h1>Python reference</h1>", text(init)]
    for name in sorted(exported, key=str.lower):
        node = known.get(name)
        if node is None:
            sys.exit(f"site/pages.py: python/bertscope exports {name}, and no module defines it")
        if isinstance(node, ast.FunctionDef):
            parts += [f'<h2 id="{name}">{name}</h2><pre class="signature">{signature(node, name)}</pre>', text(node)]
            continue
        parts += [f'<h2 id="{name}">class {name}</h2>', text(node)]
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and (method.name == "__init__" or not method.name.startswith("_")):
                shown = name if method.name == "__init__" else f"{name}.{method.name}"
                parts += [f'<h3 id="{name}.{method.name}">{method.name}</h3><pre class="signature">{signature(method, shown)}</pre>', text(method)]
    return "\n".join(parts)


def framed(path, title, body):
    """A page with the navigation around its body."""
    up = posixpath.relpath(".", posixpath.dirname(path) or ".")

    def item(target, label):
        here = ' aria-current="page"' if target == path else ""
        return f'<li><a href="{up}/{target}"{here}>{html.escape(label)}</a></li>'

    groups = ""
    for heading, pages in NAVIGATION:
        if isinstance(pages, str):
            pages = [(f"docs/{name}.html", TITLES[f"docs/{name}.md"]) for name in pages.split()]
        heading = f"<h2>{heading}</h2>" if heading else ""
        groups += f"{heading}<ul>{''.join(item(*page) for page in pages)}</ul>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self'">
<title>{html.escape(title)} · bertscope</title><link rel="icon" href="{up}/live/icon.svg"><link rel="stylesheet" href="{up}/style.css">
<script src="{up}/search.js" data-up="{up}" defer></script></head><body>
<header><a href="{up}/index.html">bertscope</a><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ol id="found" hidden></ol></header>
<details class="menu"><summary>Pages</summary></details><nav aria-label="Pages">{groups}</nav>
<main>{body}</main></body></html>
"""


def broken(folder):
    """Links of the site's pages that lead nowhere, and requests to other hosts."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    wrong = []
    for path, page in pages.items():
        for kind, link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if kind == "src" and parts.scheme != "data":
                    wrong.append(f"{path}: loads {link}")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            # The live page reads its own state after #.
            if not target.is_file() or not target.is_relative_to(folder):
                wrong.append(f"{path.relative_to(folder)}: no file {link}")
            elif parts.fragment and target in pages and "live" not in target.parts and unquote(parts.fragment) not in pages[target].anchors:
                wrong.append(f"{path.relative_to(folder)}: no heading for {link}")
    return wrong


def main(folder):
    targets, copied, search = sources(), {}, []
    TITLES.update({name: re.sub(r"[`*]", "", re.search(r"^# (.+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)[1]) for name in targets})
    bodies = {path: (TITLES[name], converted(name, targets, copied)) for name, path in targets.items()}
    bodies["reference.html"] = ("Python reference", reference())
    for name in [name for name in copied if (ROOT / name).is_dir()]:
        files = sorted(path for path in (ROOT / name).iterdir() if path.is_file())
        copied.pop(name)
        copied.update({f"{name}/{file.name}": f"{name}/{file.name}.txt" for file in files})
        items = "".join(f'<li><a href="{file.name}.txt">{file.name}</a></li>' for file in files)
        bodies[f"{name}/index.html"] = (name, f"<h1>{name}</h1><ul>{items}</ul>")
    if home := address("repository"):
        title, body = bodies["index.html"]
        bodies["index.html"] = (title, f'{body}<p><a href="{html.escape(home)}">Source code</a></p>')
    for path, (title, body) in bodies.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(framed(path, title, body), encoding="utf-8")
        search.append({"path": path, "title": title, "text": " ".join(" ".join(Page(body).words).split())})
    for source, target in copied.items():
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, folder / target)
    for name in ("style.css", "search.js"):
        shutil.copyfile(ROOT / "site" / name, folder / name)
    (folder / "search.json").write_text(json.dumps(search, ensure_ascii=False), encoding="utf-8")
    if wrong := broken(folder.resolve()):
        sys.exit("site/pages.py: broken links\n" + "\n".join(wrong))
    print(f"{len(bodies)} pages, {len(copied)} other files, every link leads somewhere", file=sys.stderr)


TITLES = {}

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve())
