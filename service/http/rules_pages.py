"""The rules of a game as Markdown and as a web page."""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import cast

import mistune
from mistune.toc import add_toc_hook, render_toc_ul

from engines.registry import ENGINES, GAMES
from engines.text import Text
from service.i18n import ENGLISH, Language, translate

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: its style and its pictures, both of this service. It runs nothing."""
SENTENCE_SPACES = 6
"""A text with so many spaces needs some width to be readable."""
PAGE_TEMPLATE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/docs/rules.css">
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
</head>
<body>
<details>
<summary>{contents}</summary>
{sections}</details>
<main>
{text}</main>
</body>
</html>
"""


class RulesRenderer(mistune.HTMLRenderer):
    """HTML with the classes that the style sheet of the page uses."""

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        """A cell with a sentence has a class: on a phone it must not become a column of single words."""
        tag, css_class = "th" if head else "td", ' class="sentence"' if text.count(" ") >= SENTENCE_SPACES else ""
        return f"<{tag}{css_class}>{text}</{tag}>\n"


@cache
def rules_page(slug: str, language: Language = ENGLISH) -> str:
    """The rules of a game, in Markdown."""
    return _rules_file(slug, language).read_text(encoding="utf-8")


@cache
def rules_language(slug: str, language: Language) -> Language:
    """This language if the rules of a game are available in it, otherwise English."""
    return language if _rules_file(slug, language).exists() else ENGLISH


def _rules_file(slug: str, language: Language) -> Path:
    return GAMES[slug].folder / "rules" / f"{language}.md"


@cache
def pictures(slug: str) -> dict[str, bytes]:
    """The pictures on the rules pages of a game, by file name."""
    return {file.name: file.read_bytes() for file in (GAMES[slug].folder / "rules").glob("*.svg")}


@cache
def rules_html(slug: str, language: Language = ENGLISH) -> str:
    """The rules of a game, in HTML; rendered once, since they never change while the service runs."""
    return web_page(translate(ENGINES[slug].title, language), rules_page(slug, language), language)


def web_page(title: str, markdown: str, language: Language = ENGLISH) -> str:
    """A whole document. Every heading can be linked to, and HTML in the source is shown as text."""
    reader = mistune.create_markdown(renderer=RulesRenderer(), plugins=["table"])
    add_toc_hook(reader, max_level=6, heading_id=lambda heading, _: anchor(heading["text"]))
    text, state = reader.parse(markdown)
    sections = [heading for heading in state.env["toc_items"] if heading[0] > 1]
    return PAGE_TEMPLATE.format(
        language=language,
        title=escape(translate(Text("{game}: rules", game=title), language)),
        contents=escape(translate("Contents", language)),
        sections=render_toc_ul(sections),
        text=cast(str, text),
    )


def anchor(heading: str) -> str:
    """The anchor of a heading, made as GitHub makes it, so that links within a page work in both places."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
