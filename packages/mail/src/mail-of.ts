import type { Letter } from './letter.ts';
import type { Mail } from './mail.ts';
import { htmlOf } from './render-html.ts';
import { textOf } from './render-text.ts';
import { oneLine } from './words.ts';

/** Writes the letter as text and HTML. Every text in it is kept to one line, and escaped in HTML. */
export function mailOf({ subject, blocks }: Letter): Mail {
  return { subject: oneLine(subject), text: textOf(blocks), html: htmlOf(blocks) };
}
