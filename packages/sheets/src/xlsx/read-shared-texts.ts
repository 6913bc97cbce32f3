import type { SheetLimits } from '../model/limits.ts';
import { damaged } from '../model/damaged.ts';
import { readPart } from '../workbook/read-part.ts';
import { cellTooLong } from '../model/row-limits.ts';
import { richText } from './rich-text.ts';
import { sharedTexts, type SharedTexts } from './shared-texts.ts';
import type { Archive } from '../zip/archive.ts';

/** Reads the shared texts before the sheet, wherever they are in the archive. */
export async function readSharedTexts(
  archive: Archive,
  part: string | undefined,
  limits: SheetLimits,
): Promise<SharedTexts> {
  const texts = sharedTexts(limits.sharedTextBytes);
  // Some programs name the part also where no cell needs it.
  if (part === undefined || !archive.has(part)) return texts;
  const text = richText();
  let inside = false;
  await readPart(archive, part, {
    open: (name) => {
      if (name === 'si') inside = true;
      else if (inside) text.open(name);
    },
    foreign: () => {
      if (inside) throw damaged('one of its texts has something of another program');
    },
    close: (name) => {
      text.close(name);
      if (name !== 'si') return;
      inside = false;
      texts.add(text.take());
    },
    text: (piece) => {
      if (text.piece(piece) > limits.cellCharacters) throw cellTooLong(limits.cellCharacters);
    },
    get wantsText() {
      return inside && text.wantsText;
    },
  });
  return texts;
}
