import type { Mail } from './mail.ts';
import { number, oneLine, shortened } from './words.ts';

/** A mail before it becomes text and HTML, so that both have the same content. */
export interface Letter {
  readonly subject: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Names and values, in two columns. */
  | { readonly kind: 'facts'; readonly title: string; readonly facts: readonly Fact[] }
  | {
      readonly kind: 'list';
      readonly title: string;
      readonly items: readonly ListItem[];
      /** How many items are not listed. */
      readonly more: number;
    };

export interface ListItem {
  readonly text: string;
  /** An address of ours, to be opened. */
  readonly link?: string | undefined;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Numbers are aligned to the right. */
  readonly numeric?: boolean;
  /** The value is an address of ours, to be opened. */
  readonly isLink?: boolean;
}

/** Writes the letter as text and HTML. Every text in it is kept to one line, and escaped in HTML. */
export function mailOf({ subject, blocks }: Letter): Mail {
  return {
    subject: oneLine(subject),
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: page(blocks.map(htmlOf).join('\n')),
  };
}

/** A paragraph, or nothing without a text. */
export const paragraph = (text: string | undefined): Block[] =>
  text === undefined || text === '' ? [] : [{ kind: 'paragraph', text }];

/** A name and its value. A `link` is an address of ours. */
export type FactLine = readonly [name: string, value: string | undefined, kind?: 'link'];

/** Names and values; those without a value are left out. */
export const facts = (title: string, lines: readonly FactLine[]): Block => ({
  kind: 'facts',
  title,
  facts: lines.flatMap(([name, value, kind]) =>
    value === undefined || value === '' ? [] : [{ name, value, isLink: kind === 'link' }],
  ),
});

export const count = (name: string, n: number): Fact => ({ name, value: number(n), numeric: true });

/** What an undo did to the records, or nothing without one. */
export function undoBlock(
  counts: { readonly [name in 'reversed' | 'kept' | 'failed']?: number } | undefined,
  failedWords: string,
): Block[] {
  if (counts === undefined) return [];
  const { reversed = 0, kept = 0, failed = 0 } = counts;
  const shown = [
    count('restored', reversed),
    count('kept because somebody changed them since', kept),
    count(failedWords, failed),
  ];
  return [{ kind: 'facts', title: 'Records of the undo', facts: shown }];
}

/** How many items of a list a mail has. */
export const mostListed = 20;
const longestLine = 300;

/** Text from outside, shortened to one line. */
export const line = (text: string): string => shortened(oneLine(text), longestLine);

/** The first items and how many are left, or nothing without an item. */
export function list(title: string, items: readonly (string | ListItem)[], inAll = items.length): Block[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, mostListed).map((item) => (typeof item === 'string' ? { text: item } : item));
  return [{ kind: 'list', title, items: shown, more: Math.max(inAll, items.length) - shown.length }];
}

function textOf(block: Block): string {
  if (block.kind === 'paragraph') return oneLine(block.text);
  if (block.kind === 'facts') return [`${block.title}:`, ...columns(block.facts)].join('\n');
  const items = block.items.map(
    ({ text, link }) => `- ${[oneLine(text), ...(link ? [link] : [])].join(', ')}`,
  );
  return [`${block.title}:`, ...items, ...moreOf(block).map((more) => `  ${more}`)].join('\n');
}

function columns(facts: readonly Fact[]): string[] {
  const nameWidth = widest(facts.map(({ name }) => name));
  const numberWidth = widest(facts.filter(({ numeric }) => numeric).map(({ value }) => value));
  return facts.map(({ name, value, numeric }) => {
    const text = oneLine(value);
    return `  ${name.padEnd(nameWidth)}  ${numeric ? text.padStart(numberWidth) : text}`;
  });
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

function moreOf({ more }: { readonly more: number }): string[] {
  return more > 0 ? [`and ${number(more)} more`] : [];
}

function htmlOf(block: Block): string {
  if (block.kind === 'paragraph') return `<p>${escaped(block.text)}</p>`;
  const title = `<h2 style="font-size:1em;margin:1.5em 0 0.5em">${escaped(block.title)}</h2>`;
  if (block.kind === 'facts')
    return `${title}\n<table style="border-collapse:collapse">${block.facts.map(row).join('')}</table>`;
  const items = block.items
    .map(({ text, link }) => `<li>${[escaped(text), ...(link ? [linkTo(link)] : [])].join(', ')}</li>`)
    .join('');
  const more = moreOf(block).map((text) => `<p>${escaped(text)}</p>`);
  return [title, `<ul>${items}</ul>`, ...more].join('\n');
}

function row({ name, value, numeric, isLink }: Fact): string {
  const align = numeric ? ';text-align:right' : '';
  return `<tr><td style="padding:0 1.5em 0 0;vertical-align:top;white-space:nowrap">${escaped(name)}</td><td style="padding:0${align}">${isLink ? linkTo(value) : escaped(value)}</td></tr>`;
}

/** The address itself is shown, since people are taught to read where a link leads. */
function linkTo(url: string): string {
  return `<a href="${escaped(url)}" target="_blank" rel="noopener noreferrer">${escaped(url)}</a>`;
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"></head>
<body style="font-family:sans-serif;line-height:1.5;color:#222">
${body}
</body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return oneLine(text).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '');
}
