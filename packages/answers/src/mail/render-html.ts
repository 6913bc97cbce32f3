import { rowsOfFacts, type Action, type Block } from '../blocks/blocks.ts';
import { number, oneLine } from '@sluice/contract/words';

/** The letter as a page that is as wide as its reader's screen: a long name, link or command breaks where it must. */
export function htmlOf(blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="font-family:sans-serif;line-height:1.5;color:#222;max-width:44em;margin:1em;${breaks}">
${blocks.flatMap(elementsOf).join('\n')}
</body></html>
`;
}

/** `overflow-wrap` does the same, but not in every mail program. */
const breaks = 'overflow-wrap:anywhere;word-break:break-word';
const cell = 'padding:0 1em 0 0;vertical-align:top';

function elementsOf(block: Block): string[] {
  if (block.kind === 'paragraph') return [`<p>${escaped(block.text)}</p>`];
  const title = `<h2 style="font-size:1em;margin:1.5em 0 0.5em">${escaped(block.title)}:</h2>`;
  if (block.kind === 'counts') {
    const style = `${cell};text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums`;
    return [
      title,
      table(
        block.counts.map(({ n, what }) => [number(n), what]),
        style,
      ),
    ];
  }
  if (block.kind === 'facts') return [title, table(rowsOfFacts(block.facts), `${cell};white-space:nowrap`)];
  if (block.kind === 'actions') return [title, ...block.actions.map(elementOfAction)];
  const items = block.items.map((text) => `<li>${escaped(text)}</li>`).join('');
  return [
    title,
    `<ul style="margin:0;padding:0 0 0 1.2em">${items}</ul>`,
    ...(block.more === undefined ? [] : [`<p style="margin:0 0 0 1.2em">${escaped(block.more)}</p>`]),
  ];
}

function table(rows: readonly (readonly [string, string])[], styleOfFirst: string): string {
  const lines = rows.map(
    ([first, second]) =>
      `<tr><td style="${styleOfFirst}">${escaped(first)}</td><td style="padding:0;${breaks}">${escaped(second)}</td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse">${lines.join('')}</table>`;
}

function elementOfAction({ label, link, command }: Action): string {
  const ways = [
    ...(link === undefined ? [] : [linkTo(link)]),
    ...(command === undefined ? [] : [`<code>${escaped(command)}</code>`]),
  ];
  return `<p style="margin:0 0 0.5em">${[escaped(label), ...ways].join('<br>')}</p>`;
}

/** The address itself is shown, since people are taught to read where a link leads. */
function linkTo(url: string): string {
  return `<a href="${escaped(url)}" target="_blank" rel="noopener noreferrer">${escaped(url)}</a>`;
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
