import type { Block, Letter } from './letter.ts';
import { actions, isNextStep } from './letter.ts';
import type { Mail } from './mail.ts';
import { htmlOf } from './render-html.ts';
import { textOf } from './render-text.ts';
import { oneLine } from '@sluice/contract/words';

/** Writes the letter as text and HTML. Every text in it is kept to one line, and escaped in HTML. */
export function mailOf({ subject, blocks }: Letter): Mail {
  return {
    subject: oneLine(subject),
    text: textOf(blocks),
    html: htmlOf(blocks),
    brief: textOf(inBrief(blocks)),
  };
}

/** What others may read who have no access to the sheet. */
function inBrief(blocks: readonly Block[]): Block[] {
  const last = blocks.findLast((block) => block.kind === 'actions')?.actions.at(-1);
  return [
    ...blocks.filter(
      (block, at) =>
        block.kind === 'counts' || (block.kind === 'paragraph' && (at === 0 || isNextStep(block.text))),
    ),
    ...(last === undefined ? [] : actions('To see more', [{ label: last.label, command: last.command }])),
  ];
}
