"""Workbooks by xlsxwriter: `python3 with_xlsxwriter.py FOLDER`. Some declare a table, some have a frozen header."""

from datetime import date, datetime
from decimal import Decimal

import xlsxwriter

from layouts import LAYOUTS, laid_out, topic_for
from truth import Writer, in_workbook


def save(sheet, file, declared):
    book = xlsxwriter.Workbook(str(file))
    book.set_properties({"created": datetime(2026, 3, 2)})
    page = book.add_worksheet("Data")
    bold = book.add_format({"bold": True, "bottom": 1})
    big = book.add_format({"bold": True, "font_size": 14})
    amount = book.add_format({"num_format": "#,##0.00 [$€-407]" if sheet.language == "de" else '#,##0.00;[Red]-#,##0.00'})
    day = book.add_format({"num_format": 14})
    top = len(sheet.above)
    for number, (what, cells) in enumerate(sheet.grid()):
        style = bold if what in ("header", "subtotal") else big if what == "above" and number == 0 else None
        for at, value in enumerate(cells):
            if isinstance(value, date):
                page.write_datetime(number, at, value, day)
            elif isinstance(value, Decimal):
                page.write_number(number, at, float(value), amount)
            elif isinstance(value, int):
                page.write_number(number, at, value, style)
            elif value != "":
                page.write_string(number, at, value, style)
    if sheet.above and len(sheet.above[0]) == 1:
        page.merge_range(0, sheet.gaps, 0, sheet.gaps + len(sheet.names()) - 1, sheet.above[0][0], big)
    for first, left, last, right in sheet.merges:
        if first < last or left < right:
            name = sheet.headers[first][left]
            page.merge_range(top + first, left + sheet.gaps, top + last, right + sheet.gaps, name, bold)
    if declared:
        last = top + len(sheet.body)
        columns = [{"header": name} for name in sheet.header]
        page.add_table(top, 0, last, len(sheet.header) - 1, {"columns": columns})
    page.freeze_panes(top + len(sheet.headers), 0)
    book.close()


writer = Writer("xlsxwriter")
for at, layout in enumerate(LAYOUTS):
    for language in ("de", "us")[: 2 if at % 3 < 2 else 1]:
        sheet = laid_out(layout, language, topic_for(layout, at + len(language) + 1), "x")
        declared = layout in ("plain", "long", "letterhead", "filter", "footnote")
        file = writer.file(sheet, "-table" if declared else "", "xlsx")
        save(sheet, file, declared)
        writer.truth(sheet, file, in_workbook)
writer.done()
