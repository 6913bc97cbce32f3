import type { Dialect } from './dialect.ts';

/** Another way to write cells, tried where the usual one does not fit. */
interface Variant {
  readonly change: Partial<Dialect>;
  /** What the text must contain for this variant. */
  readonly sign: RegExp;
  readonly note: string;
}

const singleNote = "Cells in single quotes ('…') were read without them.";

export const variants: readonly Variant[] = [
  {
    change: { spaced: true },
    sign: /[,;\t|] +"/,
    note: 'Spaces before opening quotes were taken for layout.',
  },
  {
    change: { escape: 'backslash' },
    sign: /\\"/,
    note: 'A backslash before a quote or another backslash was taken for an escape: \\" is a quote within a cell.',
  },
  { change: { quote: "'" }, sign: /(?:^|[,;\t|\r\n])'/, note: singleNote },
  { change: { spaced: true, quote: "'" }, sign: /[,;\t|] +'/, note: singleNote },
];
