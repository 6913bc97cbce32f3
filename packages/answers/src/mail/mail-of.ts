import { oneLine } from '@sluice/contract/words';
import { actions, type Block } from '../blocks/blocks.ts';
import type { Mail } from './mail.ts';
import { htmlOf } from './render-html.ts';
import { textOf } from './render-text.ts';

/** The first characters of an id: with them, two mails of one run differ from mails of two runs. */
export const idInSubject = (id: string): string => id.slice(0, 8);

/** A mail before it becomes text and HTML, so that both have the same content. */
interface Letter {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** In a chat, before the command that shows the rest. */
  readonly seeMore: string;
}

/** Writes the letter as text and HTML. Every text in it is kept to one line, and escaped in HTML. */
export function mailOf({ subject, blocks, seeMore }: Letter): Mail {
  return {
    subject: oneLine(subject),
    text: textOf(blocks),
    html: htmlOf(blocks),
    brief: textOf(inBrief(blocks, seeMore)),
  };
}

/** What others may read who have no access to the sheet. */
function inBrief(blocks: readonly Block[], seeMore: string): Block[] {
  const last = blocks.findLast((block) => block.kind === 'actions')?.actions.at(-1);
  return [
    ...blocks.filter(
      (block) => block.kind === 'counts' || (block.kind === 'paragraph' && block.role !== undefined),
    ),
    ...(last === undefined ? [] : actions(seeMore, [{ label: last.label, command: last.command }])),
  ];
}
