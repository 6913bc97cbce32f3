"""CSV and workbooks by pandas, with what scripts write above and below them: `python3 with_pandas.py FOLDER`."""

import csv
import io
from datetime import date
from decimal import Decimal

import pandas

from layouts import LAYOUTS, laid_out, topic_for
from truth import Writer, in_language, plain_text

HOWS = [
    dict(sep=",", encoding="utf-8", lineterminator="\n", language="us"),
    dict(sep=";", encoding="cp1252", lineterminator="\r\n", language="de"),
    dict(sep=";", encoding="utf-8-sig", lineterminator="\r\n", language="fr", quoting=csv.QUOTE_ALL),
    dict(sep="\t", encoding="utf-16", lineterminator="\r\n", language="ja"),
    dict(sep="|", encoding="utf-8", lineterminator="\n", language="es"),
    dict(sep=",", encoding="utf-8-sig", lineterminator="\r\n", language="ru", quoting=csv.QUOTE_NONNUMERIC),
]
NOT_OF_SCRIPTS = {"sections", "beside", "blank-column", "left-column", "groups", "groups-and-ids", "three-rows", "grouped-report", "left-report", "blank-top"}
PLAIN = ("plain", "one-row", "long", "breaks", "sparse", "client-named-total")


def frame(sheet, convert):
    rows = [list(map(convert, cells)) if cells else [""] * len(sheet.headers[0] if sheet.headers else sheet.body[0][1]) for _, cells in sheet.body]
    return pandas.DataFrame(rows, columns=sheet.headers[0] if sheet.headers else None)


def save_csv(sheet, file, how, convert, decimal):
    options = {key: value for key, value in how.items() if key not in ("language", "encoding")}
    end = how["lineterminator"]
    line = csv_line(how)
    with open(file, "w", encoding=how["encoding"], newline="") as out:
        for cells in sheet.above:
            out.write(line(map(convert, cells)) + end)
        frame(sheet, convert).to_csv(out, index=False, header=bool(sheet.headers), decimal=decimal, **options)
        for cells in sheet.below:
            out.write(line(map(convert, cells)) + end)


def csv_line(how):
    """A script writes a title as it is, and a row of cells as pandas does."""

    def line(cells):
        cells = [str(cell) for cell in cells]
        if len(cells) < 2:
            return "".join(cells)
        out = io.StringIO()
        csv.writer(out, delimiter=how["sep"], quoting=how.get("quoting", csv.QUOTE_MINIMAL), lineterminator="").writerow(cells)
        return out.getvalue()

    return line


writer = Writer("pandas")
for nth, how in enumerate(HOWS):
    for at, layout in enumerate(LAYOUTS):
        if layout in NOT_OF_SCRIPTS or (layout not in PLAIN and (at + nth) % 4 > 0) or (layout == "breaks" and how["sep"] == "|"):
            continue
        language = how["language"]
        sheet = laid_out(layout, language, topic_for(layout, at + nth * 2), f"pandas {nth}")
        # Half of the scripts write figures as they are shown, the others leave them to pandas.
        if (at + nth) % 2 == 0:
            convert, shown, decimal = in_language(language), in_language(language), "."
        else:
            decimal = "," if how["sep"] == ";" else "."
            convert = lambda cell: float(cell) if isinstance(cell, Decimal) else cell
            shown = lambda cell: str(float(cell)).replace(".", decimal) if isinstance(cell, Decimal) else plain_text(cell)
        file = writer.file(sheet, f"-{how['encoding']}", "tsv" if how["sep"] == "\t" else "csv")
        save_csv(sheet, file, how, convert, decimal)
        writer.truth(sheet, file, shown)

# Workbooks: plain ones, below a title, and with the index of the frame.
as_float = lambda cell: float(cell) if isinstance(cell, Decimal) else cell
as_stored = lambda cell: f"{float(cell):.15g}" if isinstance(cell, Decimal) else plain_text(cell)
for at, layout in enumerate(("plain", "sparse", "breaks", "title-apart", "letterhead", "second")):
    sheet = laid_out(layout, "de" if at % 2 else "us", topic_for(layout, at), "excel")
    file = writer.file(sheet, "", "xlsx")
    with pandas.ExcelWriter(file, engine="openpyxl") as book:
        frame(sheet, as_float).to_excel(book, index=False, startrow=len(sheet.above), sheet_name="Sheet1")
        page = book.sheets["Sheet1"]
        for number, cells in enumerate(sheet.above, 1):
            for column, cell in enumerate(cells, 1):
                page.cell(number, column, cell)
        for number, cells in enumerate(sheet.below, len(sheet.above) + len(sheet.body) + 2):
            for column, cell in enumerate(cells, 1):
                page.cell(number, column, as_float(cell))
    if layout == "breaks":
        sheet.question = "pandas writes a text that begins like a formula as one, without its result"
    writer.truth(sheet, file, as_stored)
for language in ("us", "de"):
    # Two levels of names: pandas writes the index in the first column, and a blank row below the names.
    sheet = laid_out("groups", language, "members", "excel")
    upper = [sheet.headers[0][0 if at < 2 else 2] for at in range(5)]
    columns = pandas.MultiIndex.from_arrays([upper, sheet.headers[1]])
    data = pandas.DataFrame([list(map(as_float, cells)) for _, cells in sheet.body], columns=columns)
    file = writer.file(sheet, "-index", "xlsx")
    data.to_excel(file, engine="openpyxl")
    sheet.header = [""] + sheet.header
    sheet.body = [("blank", [])] + [("data", [at, *cells]) for at, (_, cells) in enumerate(sheet.body)]
    writer.truth(sheet, file, as_stored)
writer.done()
