import { SheetError, shownName } from '../model/sheet-error.ts';
import { inSheet } from './in-sheet.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** What the format finds it by. */
  readonly part: string;
}

/** How many sheets are searched for data. */
const mostSearched = 200;

/**
 * The only visible sheet with data, since a person who drops a workbook does not see the hidden ones. If there are several, the first
 * one, when problems can be reported.
 * @throws SheetError `which_sheet` with the names, `too_many_sheets`, `empty_workbook`
 */
export async function onlySheet(
  sheets: readonly WorkbookSheet[],
  holdsData: (sheet: WorkbookSheet) => Promise<boolean>,
  onProblem?: (problem: SheetError) => void,
): Promise<WorkbookSheet> {
  const visible = sheets.filter(({ hidden }) => !hidden);
  if (visible.length > mostSearched)
    report(new SheetError({ code: 'too_many_sheets', count: visible.length, most: mostSearched }), onProblem);
  const filled: WorkbookSheet[] = [];
  for (const sheet of visible.slice(0, mostSearched))
    if (await inSheet(sheet.name, () => holdsData(sheet))) filled.push(sheet);
  const [first] = filled;
  if (first === undefined) throw nothing(sheets);
  if (filled.length === 1) return first;
  const problem = new SheetError({
    code: 'which_sheet',
    count: filled.length,
    sheets: namesOf(filled),
    names: filled.map(({ name }) => name),
  });
  report(problem, onProblem);
  return first;
}

function report(problem: SheetError, onProblem: ((problem: SheetError) => void) | undefined): void {
  if (onProblem === undefined) throw problem;
  onProblem(problem);
}

/** The name may also be that of a hidden sheet. @throws SheetError `no_such_sheet` */
export function namedSheet(sheets: readonly WorkbookSheet[], wanted: string): WorkbookSheet {
  const folded = wanted.trim().toLowerCase();
  const found =
    sheets.find(({ name }) => name === wanted) ??
    sheets.find(({ name }) => name.trim().toLowerCase() === folded);
  if (found !== undefined) return found;
  throw new SheetError({
    code: 'no_such_sheet',
    name: shownName(wanted),
    sheets: namesOf(sheets),
    names: sheets.map(({ name }) => name),
  });
}

function nothing(sheets: readonly WorkbookSheet[]): SheetError {
  const hidden = sheets.filter((sheet) => sheet.hidden);
  const beside =
    hidden.length === 0 ? '' : ` A hidden sheet is read only if the profile names it: ${namesOf(hidden)}.`;
  return new SheetError({ code: 'empty_workbook', hidden: beside });
}

const shownNames = 10;

export function namesOf(sheets: readonly WorkbookSheet[]): string {
  const shown = sheets.slice(0, shownNames).map(({ name }) => shownName(name));
  const more = sheets.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
