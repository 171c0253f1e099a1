"""XML from elsewhere, as plain elements with their lines. A file with a document type is refused: entities, which can
grow without bounds or read other files, are defined there. Depth and number of elements are limited."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from app.imports.errors import ImportedFileError, wrong

MOST_ELEMENTS = 2_000_000
DEEPEST = 40


@dataclass(slots=True)
class Element:
    """One element. line: where it begins in the file. text: its own, without that of the elements in it."""

    name: str
    line: int
    text: str = ""
    inside: list["Element"] = field(default_factory=list)

    def find(self, *names: str) -> "Element | None":
        """The first one at this path; None: there is none."""
        return next(self.all(*names), None)

    def all(self, *names: str) -> Iterator["Element"]:
        """Every one at this path."""
        for element in self.inside:
            if element.name == names[0]:
                if len(names) == 1:
                    yield element
                else:
                    yield from element.all(*names[1:])

    def told(self, *names: str) -> str:
        """The text at this path; empty where there is none."""
        found = self.find(*names)
        return found.text.strip() if found is not None else ""


def element_of(path: Path, text: str, first_line: int) -> Element:
    """The root of a text that begins at this line of the file. Raises ImportedFileError that names the line."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    open_elements: list[Element] = [Element("", first_line)]
    count = 0

    def here() -> int:
        return first_line + parser.CurrentLineNumber - 1

    def begin(name: str, _: object) -> None:
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS or len(open_elements) > DEEPEST:
            raise wrong(path, "too many elements, or too deep: this is no output of diskspd", line=here())
        element = Element(name, here())
        open_elements[-1].inside.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def characters(data: str) -> None:
        open_elements[-1].text += data

    def refuse(*_: object) -> None:
        raise wrong(path, "it has a document type (<!DOCTYPE), which is refused: diskspd writes none", line=here())

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        line = first_line + error.lineno - 1
        reason = expat.errors.messages.get(error.code, "damaged")
        raise wrong(path, f"no valid XML, it is cut off or damaged ({reason})", line=line) from None
    except UnicodeEncodeError:
        raise wrong(path, "no valid XML: there are characters that no text has", line=first_line) from None
    if not open_elements[0].inside:  # pragma: no cover - expat has told so
        raise ImportedFileError(f"{path.name}: there is no element in it")
    return open_elements[0].inside[0]
