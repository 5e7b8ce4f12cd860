"""A web page as a browser would read it."""

from html.parser import HTMLParser

VOID = {"meta", "link", "img", "br", "hr", "input"}
"""Elements that have no end."""
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
REFERENCES = ("src", "href", "action", "data", "srcset")


class Page(HTMLParser):
    """What is on a page: its elements, what it refers to, and what it would run or style without asking."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.references: list[str] = []
        self.inline: list[str] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], "every element is closed, in order"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.references += [value for name, value in attrs if name in REFERENCES and value]
        self.inline += [name for name, _ in attrs if name == "style" or name.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] in (["script"], ["style"]):
            self.inline += [data] if data.strip() else []
        else:
            self.text += data

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        """The attributes of every element of these kinds, in order."""
        return [attributes for tag, attributes in self.elements if tag in tags]
