"""Writes workbooks with more than their table, by two writers that are not ours: `python make-tables.py xlsx`.

Needs openpyxl 3.1.5 and xlsxwriter 3.2.9. The files and their readings are committed; no test runs this.
LibreOffice wrote text/libreoffice-two-header-rows.csv from xlsx/openpyxl-two-header-rows.xlsx.
"""

import sys

import openpyxl
import xlsxwriter
from openpyxl.styles import Font

folder = sys.argv[1]


def two_header_rows():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Clients"
    rows = [
        ["Clients of March"],
        [],
        ["Person", None, "Address", None, "Sales"],
        ["Name", "E-mail", "City", "Country", "Amount"],
        ["Ann Miller", "ann@example.com", "Oslo", "Norway", 120.5],
        ["Bob Brown", "bob@example.com", "Rome", "Italy", 80],
        ["Zoë Müller", "zoe@example.com", "Bern", "Switzerland", 99.5],
        [],
        ["Total", None, None, None, 300],
        ["* without VAT"],
    ]
    for row in rows:
        sheet.append(row)
    for cells in ("A3:B3", "C3:D3", "A1:E1"):
        sheet.merge_cells(cells)
    for number in (1, 3, 4, 9):
        for cell in sheet[number]:
            cell.font = Font(bold=True)
    book.save(f"{folder}/openpyxl-two-header-rows.xlsx")


def two_tables():
    book = openpyxl.Workbook()
    sheet = book.active
    for row in [["Name", "Amount"], ["Ann", 1], ["Bob", 2], ["Cid", 3], [], ["Town", "Mayor"], ["Oslo", "Eve"]]:
        sheet.append(row)
    book.save(f"{folder}/openpyxl-two-tables.xlsx")


def declared_table():
    book = xlsxwriter.Workbook(f"{folder}/xlsxwriter-table.xlsx")
    sheet = book.add_worksheet("Sales")
    sheet.write("B2", "Sales 2026", book.add_format({"bold": True, "font_size": 14}))
    columns = [
        {"header": "Name", "total_string": "All"},
        {"header": "E-mail"},
        {"header": "Amount", "total_function": "sum", "total_value": 60},
    ]
    data = [["Ann", "ann@example.com", 10], ["Bob", "bob@example.com", 20], ["Cid", "cid@example.com", 30]]
    sheet.add_table("B4:D8", {"total_row": True, "columns": columns, "data": data})
    sheet.write("B10", "Printed by the office on Monday")
    book.close()


def units():
    book = xlsxwriter.Workbook(f"{folder}/xlsxwriter-units.xlsx")
    sheet = book.add_worksheet()
    sheet.write_row("A1", ["Day", "Rain", "Wind"], book.add_format({"bold": True}))
    sheet.write_row("A2", ["", "mm", "m/s"])
    for row in range(5):
        sheet.write_row(row + 2, 0, [row + 1, row + 2, row + 3])
    book.close()


def three_header_rows():
    book = xlsxwriter.Workbook(f"{folder}/xlsxwriter-three-header-rows.xlsx")
    sheet = book.add_worksheet()
    bold = book.add_format({"bold": True})
    for cells, name in {"A1:A3": "Id", "B1:E1": "Contact", "B2:C2": "Person", "D2:E2": "Phone"}.items():
        sheet.merge_range(cells, name, bold)
    sheet.write_row("B3", ["First name", "Last name", "Home", "Work"], bold)
    sheet.write_row("A4", [1, "Ann", "Doe", "031 1", "032 1"])
    sheet.write_row("A5", [2, "Bob", "Roe", "031 2", "032 2"])
    book.close()


for make in (two_header_rows, two_tables, declared_table, units, three_header_rows):
    make()
