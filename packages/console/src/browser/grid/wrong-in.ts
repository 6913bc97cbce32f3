import type { GridRow } from './source.ts';

/** The column of this name, from 0; -1 for none, such as for what is wrong with a whole row. One without a name is named by its letters. */
export function columnOf(name: string | undefined, header: readonly string[]): number {
  if (name === undefined) return -1;
  const exact = header.indexOf(name);
  return exact >= 0 ? exact : header.findIndex((one) => one.trim() === name.trim());
}

/** What is wrong with a row, as the grid shows it. */
export function wrongIn(
  problems: readonly { readonly name?: string | undefined; readonly text: string }[],
  header: readonly string[],
): Pick<GridRow, 'wrong' | 'reasons'> {
  const columns = problems.map(({ name }) => columnOf(name, header)).filter((column) => column >= 0);
  return { wrong: new Set(columns), reasons: problems.map(({ text }) => text) };
}
