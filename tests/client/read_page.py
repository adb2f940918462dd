"""Reads a page as a browser does: a tree of elements, refused where its tags do not match."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "col", "img"}
#: Elements whose content is no text of the page.
HIDDEN = {"style", "title", "desc"}


@dataclass
class Element:
    """One element with its attributes and what stands in it."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict[str, str])
    children: "list[Element | str]" = field(default_factory=list["Element | str"])

    def all(self, tag: str = "", **attrs: str) -> "list[Element]":
        """Elements below this one, of a tag, with attributes that hold these words."""
        return [
            e
            for e in self._walk()
            if tag in ("", e.tag)
            and all(set(words.split()) <= e._words(name) for name, words in attrs.items())
        ]

    def one(self, tag: str = "", **attrs: str) -> "Element":
        (found,) = self.all(tag, **attrs)
        return found

    def _words(self, name: str) -> set[str]:
        return set(self.attrs.get(name.rstrip("_").replace("_", "-"), "").split())

    def _walk(self) -> "Iterator[Element]":
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child._walk()

    @property
    def text(self) -> str:
        """The text in it, as the source has it, style sheets and hidden titles left out."""
        return "".join(
            child if isinstance(child, str) else "" if child.tag in HIDDEN else child.text
            for child in self.children
        )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        assert len(made.attrs) == len(attrs), f"an attribute of {tag} stands twice"
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def page(self) -> Element:
        self.close()
        assert len(self.open) == 1, f"{self.open[-1].tag} is never closed"
        return self.open[0]


def read(html: str) -> Element:
    reader = _Reader()
    reader.feed(html)
    return reader.page()
