/**
 * Why a sheet cannot be read, at all or from a row on, by code: what is wrong, and what to write instead. Without a cell
 * value, since mails and logs of runs have them. They have the form of the reasons in `contract`, which this package does not
 * know. `docs/reasons.md` has an example of each.
 */

/** Of the file. */
const ofFile = {
  empty_sheet: 'The sheet is empty. Export it again with its header and rows.',
  other_format: 'The file is {kind}. {instead}',
  with_password: 'The workbook is protected by a password. Save it without one.',
  file_too_large: 'The file has more than {most} bytes. Split it into several files.',
  broken_gzip: 'The gzip file is {how}. Compress it again, or upload it again.',
  not_utf8: 'A character is not UTF-8, while others are. Save the sheet as "CSV UTF-8".',
  unclear_encoding: '{what}. Save the sheet as "CSV UTF-8"{settings}.',
  incomplete_character: 'A character is incomplete. Export the sheet again, as "CSV UTF-8".',
  zero_byte: 'The text has a zero byte, which belongs to no text. Save the sheet as "CSV UTF-8".',
  replaced_character:
    'A character has another encoding than the others, and was read as Windows-1252 or replaced. Save the sheet as "CSV UTF-8".',
  left_out_zero_bytes:
    'The text has zero bytes from here on, which were left out. Save the sheet as "CSV UTF-8".',
} as const;

/** Of a workbook. */
const ofWorkbook = {
  empty_workbook: 'No sheet of the workbook has data. Write a header, and one row for each record.{hidden}',
  damaged_workbook:
    'The workbook is damaged: {how}. Open it in Excel or LibreOffice, and save it again as `.xlsx` or as "CSV UTF-8".',
  which_sheet:
    'The workbook has {count} sheets with data: {sheets}. Keep one of them, or name the one to read in the profile.',
  too_many_sheets:
    'The workbook has {count} visible sheets, but {most} at most are searched for data. Name the one to read in the profile.',
  no_such_sheet: 'The workbook has no sheet {name}. Its sheets are {sheets}. Name one of them.',
  unsaved_result:
    'The result of this formula was not saved. Open the workbook in Excel or LibreOffice and save it, or write the value.',
  unpacked_too_large:
    'The workbook has {bytes} bytes when unpacked, but {most} at most can be read. Split it, or save it as "CSV UTF-8".',
  packed_too_tightly:
    'The file, or a part of it, grows to {times} times its size, but {most} times at most can be read. Save it as "CSV UTF-8", not packed.',
  too_many_texts: 'The different texts of the workbook have more than {most} bytes. Save it as "CSV UTF-8".',
  too_much_text: 'The sheet has more than {most} characters. Split it into several workbooks.',
  far_cells:
    'Too many cells are far to the right of the others. Delete everything to the right of the table.',
} as const;

/** Of a text, by its format. */
const ofText = {
  unclosed_quote:
    'A quote is opened and never closed.{readings} End the cell with a quote, and write `""` for a quote inside it.',
  text_after_quote:
    'Text follows a closing quote, so the end of the cell is unclear.{readings} End the cell with a quote, and write `""` for a quote inside it.',
  lone_carriage_return:
    'A carriage return is within this row, perhaps the end of a line. End all lines alike, and put a cell with a line break in quotes.',
  other_delimiter:
    'This row has another delimiter than the others. Write {columns} cells with the delimiter of the others.',
  unclear_delimiter:
    'Two delimiters fit the rows. Give all rows the same number of cells, or add {one} or {other} to the profile.',
  unclear_escapes:
    'A backslash as in `\\n` may be an escape of a database, or mean itself. Add {escapes} to the profile to read `\\n` as a line break, or {plain} to keep it.',
  header_beyond_widths:
    'The header goes on after character {width}, where the last column ends: {rest}. Add its place to the profile.',
  json_list: 'This line begins a JSON list, not one record. Write one record a line, such as {example}.',
  not_json_object:
    'This line is not one JSON object. It is cut off, goes on in the next line, or is no JSON. Write one record a line, such as {example}.',
  nested_value:
    'The value of {key} is a list or an object. Write a text, a number, `true`, `false` or `null`.',
  repeated_key: 'The key {key} is there twice. Write each key once.',
  late_key: 'The key {key} is in none of the first lines, which name the columns. Add it to one of them.',
  endless_row:
    'This row has no end within {most} characters. Look for a quote that is never closed, or a missing line break.',
} as const;

/** Where the table begins and ends. */
export const tableReasons = {
  unclear_header:
    'It is not certain which row names the columns. {readings} Keep one row of names above the data, or add {settings} to the profile.',
  wrong_header_row:
    'The header is stated to be in this row, but it is blank or missing. State the row that names the columns, one of the first {most}.',
  repeated_header: 'The header is repeated more than {most} times. Delete the repetitions.',
  unclear_end:
    'This row can be {what} or a record. Leave a blank row above it, or add to the profile {leaveOut} to leave it out, or {keep} to import it.',
  total_between:
    'This row looks like a total, but more rows follow. Delete it, or add to the profile {leaveOut} to leave such rows out, or {keep} to import them.',
  second_table:
    'A second table seems to begin in this row. Delete one of them, or add to the profile {end} to end above it, or {keep} to import all rows.',
  group_rows:
    'This row and others have one cell, so they may name groups. Write the group into a column, or add {keep} to the profile to import all rows.',
  table_beside:
    'A second table seems to begin in this column. Delete one of them, or add {keep} to the profile to read all columns as one.',
} as const;

/** Limits of rows and cells. */
const ofSize = {
  too_many_rows: 'The sheet has more than {most} rows. Split it into several files.',
  too_many_columns: 'This row has more than {most} cells. Delete what is to the right of the table.',
  too_many_blanks:
    'More than {most} cells of the table are blank. Delete columns without values, or split the file.',
  row_too_long: 'This row has more than {most} characters. Shorten its texts.',
  cell_too_long:
    'This cell has more than {most} characters. Shorten it. In a text file, also look for a quote that is never closed.',
} as const;

export const fileReasons = { ...ofFile, ...ofWorkbook, ...ofText, ...tableReasons, ...ofSize } as const;
