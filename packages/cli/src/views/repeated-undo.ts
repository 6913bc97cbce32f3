import { printable, time } from '@sluice/contract/words';

interface EarlierUndo {
  readonly what: 'run' | 'start';
  /** When it was requested, and by whom, as far as that is known. */
  readonly at?: string | undefined;
  readonly by?: string | undefined;
}

/** The first line of the answer to an undo of what was undone before. What that undo did follows. */
export function repeatedUndoText({ what, at, by }: EarlierUndo): string {
  const whose = by === undefined ? '' : ` by ${printable(by)}`;
  const when = at === undefined ? '' : `, requested ${time(at)}`;
  return `Nothing was done now: this ${what} was undone before${whose}${when}. That undo:`;
}
