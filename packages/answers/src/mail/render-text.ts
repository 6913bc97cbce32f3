import { rowsOfFacts, type Action, type Block } from '../blocks/blocks.ts';
import { number, oneLine } from '@sluice/contract/words';

/** The letter as plain text. */
export function textOf(blocks: readonly Block[]): string {
  return `${blocks.map((block) => linesOf(block).join('\n')).join('\n\n')}\n`;
}

function linesOf(block: Block): string[] {
  if (block.kind === 'paragraph') return [oneLine(block.text)];
  const title = `${block.title}:`;
  if (block.kind === 'counts')
    return [
      title,
      ...columns(
        block.counts.map(({ n, what }) => [number(n), what]),
        'padStart',
      ),
    ];
  if (block.kind === 'facts') return [title, ...columns(rowsOfFacts(block.facts), 'padEnd')];
  if (block.kind === 'actions') return [title, ...block.actions.flatMap(linesOfAction)];
  return [
    title,
    ...block.items.map((text) => `- ${oneLine(text)}`),
    ...(block.more === undefined ? [] : [`  ${block.more}`]),
  ];
}

function columns(rows: readonly (readonly [string, string])[], pad: 'padStart' | 'padEnd'): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first[pad](width)}  ${oneLine(second)}`);
}

/** A link and a command have a line of their own, so that they can be copied whole. */
function linesOfAction({ label, link, command }: Action): string[] {
  const ways = [link, command].flatMap((way) => (way === undefined ? [] : [`    ${oneLine(way)}`]));
  return [`- ${oneLine(label)}`, ...ways];
}
