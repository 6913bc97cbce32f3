import type { Page } from '../model/encodings.ts';
import { missing, pageText } from '../pages/page-text.ts';

/** Text in a page, by its decoder the other way round. Undefined if it lacks a character. */
export function encoder(page: Page): (text: string) => Buffer | undefined {
  const { textOf } = pageText(page);
  const bytesOf = new Map<string, readonly number[]>();
  const know = (bytes: readonly number[]): void => {
    const text = textOf(Buffer.from(bytes));
    if ([...text].length === 1 && text !== missing && !bytesOf.has(text)) bytesOf.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte += 1) know([byte]);
  if (bytesOf.size < 0xf0)
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) know([lead, trail]);
  return (text) => {
    const bytes = Array.from(text, (character) => bytesOf.get(character));
    return bytes.some((each) => each === undefined)
      ? undefined
      : Buffer.from(bytes.flatMap((each) => each ?? []));
  };
}
