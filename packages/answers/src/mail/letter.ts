import { oneLine, number, shortened } from '@sluice/contract/words';

/** A mail before it becomes text and HTML, so that both have the same content. */
export interface Letter {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** How many of what; the numbers are aligned. */
  | { readonly kind: 'counts'; readonly title: string; readonly counts: readonly Count[] }
  /** Names and values, in two columns. */
  | { readonly kind: 'facts'; readonly title: string; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'list';
      readonly title: string;
      readonly items: readonly string[];
      /** How many items are not listed. */
      readonly more: number;
    }
  /** What the reader can open or run. */
  | { readonly kind: 'actions'; readonly title: string; readonly actions: readonly Action[] };

export interface Count {
  readonly n: number;
  readonly what: string;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** A link, a command, or a link and the command that gives the same. */
export interface Action {
  readonly label: string;
  /** An address of ours, to be opened. */
  readonly link?: string | undefined;
  /** Complete, so that it can be pasted. */
  readonly command?: string | undefined;
}

/** A paragraph, or nothing without a text. */
export const paragraph = (text: string | undefined): Block[] =>
  text === undefined || text === '' ? [] : [{ kind: 'paragraph', text }];

const nextWords = 'What to do next: ';

/** The one next step. */
export const nextStep = (text: string): Block[] => paragraph(`${nextWords}${text}`);
export const isNextStep = (text: string): boolean => text.startsWith(nextWords);

/** Counts, or nothing without one. */
export const counts = (title: string, counted: readonly Count[]): Block[] =>
  counted.length === 0 ? [] : [{ kind: 'counts', title, counts: counted }];

/** Names and values; those without a value are left out. */
export const facts = (
  title: string,
  lines: readonly (readonly [name: string, value: string | undefined])[],
): Block => ({
  kind: 'facts',
  title,
  facts: lines.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }])),
});

/** Actions, or nothing without one. */
export const actions = (title: string, possible: readonly Action[]): Block[] =>
  possible.length === 0 ? [] : [{ kind: 'actions', title, actions: possible }];

/** What an undo did to the records, or nothing without one. */
export function undoBlock(
  undone: { readonly [name in 'reversed' | 'kept' | 'failed']?: number } | undefined,
): Block[] {
  if (undone === undefined) return [];
  const { reversed = 0, kept = 0, failed = 0 } = undone;
  const others = [
    { n: kept, what: 'kept, since somebody changed them after the import' },
    { n: failed, what: 'could not be undone' },
  ];
  return counts('Records of the undo', [
    { n: reversed, what: 'as before the import: what it created is removed' },
    ...others.filter(({ n }) => n > 0),
  ]);
}

/** How many items of a list a mail has. */
export const mostListed = 20;
const longestLine = 300;

/** Text from outside, shortened to one line. */
export const line = (text: string): string => shortened(oneLine(text), longestLine);

/** The first items and how many are left, or nothing without an item. */
export function list(title: string, items: readonly string[], most = mostListed): Block[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, most);
  return [{ kind: 'list', title, items: shown, more: items.length - shown.length }];
}

export function moreOf({ more }: { readonly more: number }): string[] {
  return more > 0 ? [`and ${number(more)} more`] : [];
}
