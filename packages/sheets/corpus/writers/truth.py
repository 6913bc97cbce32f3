"""Where the files go, and what is true of each: a line of manifest.jsonl, made beside the file and not from it."""

import json
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

FOLDER = Path(sys.argv[1])


def plain_text(cell):
    """A cell of a text file in which nothing has a format."""
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def in_language(language):
    """A cell as people of that country write it."""

    def shown(cell):
        if isinstance(cell, date):
            return cell.strftime({"us": "%m/%d/%Y", "fr": "%d/%m/%Y", "es": "%d/%m/%Y", "ja": "%Y/%m/%d"}.get(language, "%d.%m.%Y"))
        if not isinstance(cell, Decimal):
            return str(cell)
        text = f"{cell:,.2f}"
        thousands, point = {"us": ",.", "ja": ",.", "fr": "\u00a0,", "ru": "\u00a0,"}.get(language, ".,")
        return text.replace(",", "!").replace(".", point).replace("!", thousands)

    return shown


def in_workbook(cell):
    """What docs/workbooks.md promises for a date, and for an amount that is shown with two places."""
    return f"{cell:.2f}" if isinstance(cell, Decimal) else plain_text(cell)


class Writer:
    def __init__(self, name):
        self.name = name
        self.lines = []
        (FOLDER / name).mkdir(parents=True, exist_ok=True)

    def file(self, sheet, how, kind):
        return FOLDER / self.name / f"{sheet.layout}-{sheet.topic}-{sheet.language}{how}.{kind}"

    def truth(self, sheet, file, shown, first=1):
        """`first` is the number of the first row of the grid."""
        rows = [
            [number, *map(shown, cells)]
            for number, (what, cells) in enumerate(sheet.grid(), first)
            if what == "data"
        ]
        line = {"file": f"{self.name}/{file.name}", "writer": self.name, "kind": sheet.group, "layout": sheet.layout}
        line |= {"question": sheet.question} if sheet.question else {"header": sheet.names(), "rows": rows}
        if len(sheet.headers) > 1 and not sheet.question:
            # A sheet that is read with the lowest names alone is also right: they differ.
            top, low = sheet.headers[0], sheet.headers[-1]
            line["lowest"] = [""] * (len(sheet.names()) - len(low)) + [own or over for own, over in zip(low, top)]
        self.lines.append(json.dumps(line, ensure_ascii=False))

    def done(self):
        (FOLDER / self.name / "manifest.jsonl").write_text("\n".join(sorted(self.lines)) + "\n", encoding="utf-8")
        print(f"{len(self.lines)} files by {self.name}")
