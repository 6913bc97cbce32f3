import { SheetError } from '../model/sheet-error.ts';
import type { Sheet, SheetOptions, SheetRow } from '../model/sheet.ts';

/** Names the sheet of a workbook in an error of its cells. */
export async function inSheet<T>(sheetName: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw named(error, sheetName);
  }
}

/** Any other error stays as it is. */
const named = (error: unknown, sheetName: string): unknown =>
  error instanceof SheetError ? new SheetError({ ...error.facts, sheetName }) : error;

/** Opens a sheet of a workbook so that each of its errors, now and while its rows are read, names it. */
export async function openInSheet(
  sheetName: string,
  options: SheetOptions,
  open: (options: SheetOptions) => Promise<Sheet>,
): Promise<Sheet> {
  const { onProblem } = options;
  const naming =
    onProblem && ((problem: SheetError) => onProblem(new SheetError({ ...problem.facts, sheetName })));
  const sheet = await inSheet(sheetName, () => open({ ...options, onProblem: naming }));

  async function* rows(): AsyncGenerator<SheetRow[], void, void> {
    try {
      yield* sheet.rows;
    } catch (error) {
      throw named(error, sheetName);
    }
  }
  return { ...sheet, rows: rows() };
}
