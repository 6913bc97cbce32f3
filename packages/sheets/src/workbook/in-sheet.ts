import { SheetError } from '../sheet-error.ts';
import type { Sheet, SheetOptions, SheetRow } from '../sheet.ts';

/** Opens a sheet of a workbook so that each of its errors, now and while its rows are read, names it. */
export async function openInSheet(
  sheetName: string,
  options: SheetOptions,
  open: (options: SheetOptions) => Promise<Sheet>,
): Promise<Sheet> {
  const { onProblem } = options;
  const named = (error: SheetError) => new SheetError({ ...error.facts, sheetName });
  const namedIfOurs = (error: unknown) => (error instanceof SheetError ? named(error) : error);

  async function* namedRows(rows: AsyncIterable<SheetRow[]>): AsyncGenerator<SheetRow[], void, void> {
    try {
      yield* rows;
    } catch (error) {
      throw namedIfOurs(error);
    }
  }

  try {
    const sheet = await open({
      ...options,
      onProblem: onProblem && ((problem) => onProblem(named(problem))),
    });
    return { ...sheet, rows: namedRows(sheet.rows) };
  } catch (error) {
    throw namedIfOurs(error);
  }
}
