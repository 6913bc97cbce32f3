import { SheetError } from './sheet-error.ts';

const expected =
  'a workbook as Excel or LibreOffice saves it; open it there and save it again as .xlsx, or as "CSV UTF-8"';

interface Place {
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

/** The workbook is not well-formed. `how` names parts and tags, never the text of a cell. */
export function damaged(how: string, place: Place = {}): SheetError {
  return new SheetError({ code: 'damaged', what: `the workbook is damaged: ${how}`, expected, ...place });
}
