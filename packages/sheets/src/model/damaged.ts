import { SheetError } from './sheet-error.ts';

interface Place {
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

/** The workbook is not well-formed. `how` names parts and tags, never the text of a cell. */
export function damaged(how: string, place: Place = {}): SheetError {
  return new SheetError({ code: 'damaged_workbook', how, ...place });
}
