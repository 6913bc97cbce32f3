"""Workbooks by openpyxl: `python3 with_openpyxl.py FOLDER`."""

from datetime import date
from decimal import Decimal

import openpyxl
from openpyxl.styles import Alignment, Font

from layouts import LAYOUTS, laid_out, topic_for
from truth import Writer, in_workbook

AMOUNTS = {"us": "#,##0.00", "de": "[$-407]#,##0.00", "fr": "[$-40C]#,##0.00", "es": "[$-C0A]#,##0.00", "ja": "#,##0.00", "ru": "[$-419]#,##0.00"}
DATES = {"us": "MM/DD/YYYY", "fr": "DD/MM/YYYY", "es": "DD/MM/YYYY", "ja": "YYYY/MM/DD"}


def save(sheet, file):
    book = openpyxl.Workbook()
    page = book.active
    page.title = "Sheet1"
    for number, (what, cells) in enumerate(sheet.grid(), 1):
        for at, value in enumerate(cells, 1):
            if value == "":
                continue
            cell = page.cell(number, at, value)
            if isinstance(value, str):
                cell.data_type = "s"
            if isinstance(value, Decimal):
                cell.number_format = AMOUNTS[sheet.language]
            if isinstance(value, date):
                cell.number_format = DATES.get(sheet.language, "DD.MM.YYYY")
            if what in ("header", "subtotal"):
                cell.font = Font(bold=True)
            if isinstance(value, str) and "\n" in value:
                cell.alignment = Alignment(wrap_text=True)
    top = len(sheet.above) + 1
    for first, left, last, right in sheet.merges:
        if first < last or left < right:
            left, right = left + sheet.gaps + 1, right + sheet.gaps + 1
            page.merge_cells(start_row=top + first, end_row=top + last, start_column=left, end_column=right)
    book.save(file)


if __name__ == "__main__":
    writer = Writer("openpyxl")
    for at, layout in enumerate(LAYOUTS):
        for language in ("us", "de", "fr", "ja", "es", "ru")[at % 3 :: 3]:
            sheet = laid_out(layout, language, topic_for(layout, at + len(language + layout)))
            file = writer.file(sheet, "", "xlsx")
            save(sheet, file)
            writer.truth(sheet, file, in_workbook)
    writer.done()
