import { oneLine, shortened, time } from '@sluice/contract/words';

/** A part of an answer, before it becomes a mail, a message in a chat, lines of a terminal or a page: all of them say the same. */
export type Block =
  | {
      readonly kind: 'paragraph';
      readonly text: string;
      /** The answer is the first line; the next step is what the reader does about it. */
      readonly role?: 'answer' | 'next' | undefined;
    }
  /** How many of what; the numbers are aligned. */
  | { readonly kind: 'counts'; readonly title: string; readonly counts: readonly Count[] }
  /** Names and values, in two columns. */
  | { readonly kind: 'facts'; readonly title: string; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'list';
      readonly title: string;
      readonly items: readonly string[];
      /** That there are further items, and how many. */
      readonly more?: string | undefined;
    }
  /** What the reader can open or run. */
  | { readonly kind: 'actions'; readonly title: string; readonly actions: readonly Action[] };

type Of<Kind extends Block['kind']> = Extract<Block, { readonly kind: Kind }>[];

export interface Count {
  readonly n: number;
  readonly what: string;
}

export interface Fact {
  readonly name: string;
  readonly value: Value;
}

/** The console shows a time in the zone of its reader, and leads to runs and to its other pages. */
export type Value =
  | string
  | { readonly at: string }
  | { readonly runId: string; readonly about?: string }
  | { readonly page: string; readonly text: string };

/** A time as a value, where there is one. */
export const atTime = (time: string | null | undefined): Value | undefined =>
  time === undefined || time === null ? undefined : { at: time };

/** A value where everything is text. */
export function textOfValue(value: Value): string {
  if (typeof value === 'string') return value;
  if ('at' in value) return time(value.at);
  if ('page' in value) return value.text;
  return value.about === undefined ? value.runId : `${value.runId} (${value.about})`;
}

/** Names and values as text; a name that follows itself is written once. */
export const rowsOfFacts = (
  facts: readonly Fact[],
  valueText: (value: Value) => string = textOfValue,
): [name: string, value: string][] =>
  facts.map(({ name, value }, at) => [facts[at - 1]?.name === name ? '' : name, valueText(value)]);

/** A link, a command, or a link and the command that gives the same. */
export interface Action {
  readonly label: string;
  /** An address of ours, to be opened. */
  readonly link?: string | undefined;
  /** Complete, so that it can be pasted. */
  readonly command?: string | undefined;
}

/** A paragraph, or nothing without a text. */
export const paragraph = (text: string | undefined, role?: 'answer' | 'next'): Of<'paragraph'> =>
  text === undefined || text === '' ? [] : [{ kind: 'paragraph', text, role }];

/** Counts, or nothing without one. */
export const counts = (title: string, counted: readonly Count[]): Of<'counts'> =>
  counted.length === 0 ? [] : [{ kind: 'counts', title, counts: counted }];

/** Names and values; those without a value are left out. */
export function facts(
  title: string,
  lines: readonly (readonly [name: string, value: Value | undefined])[],
): Of<'facts'> {
  const known = lines.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [{ name, value }],
  );
  return known.length === 0 ? [] : [{ kind: 'facts', title, facts: known }];
}

/** Actions, or nothing without one. */
export const actions = (title: string, possible: readonly Action[]): Of<'actions'> =>
  possible.length === 0 ? [] : [{ kind: 'actions', title, actions: possible }];

/** How many items of a list are shown. */
export const mostListed = 20;
const longestLine = 300;

/** Text from outside, shortened to one line. */
export const line = (text: string): string => shortened(oneLine(text), longestLine);

interface Listed {
  readonly most?: number;
  /** How it is said that there are further ones. */
  readonly more: (n: number) => string;
}

/** The first items and how many are left, or nothing without an item. */
export function list(
  title: string,
  items: readonly string[],
  { most = mostListed, more }: Listed,
): Of<'list'> {
  if (items.length === 0) return [];
  const left = items.length - most;
  return [{ kind: 'list', title, items: items.slice(0, most), more: left > 0 ? more(left) : undefined }];
}

/** Sentences in one paragraph. */
export const sentences = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
