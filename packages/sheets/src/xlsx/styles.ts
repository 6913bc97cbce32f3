import { damaged } from '../damaged.ts';
import { general, numberFormat, type NumberFormat } from './format/number-format.ts';
import { readPart } from './read-part.ts';
import { attributesOf } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';

/** The number formats of cells, by style. */
export type Styles = readonly NumberFormat[];

/** More than Excel ever writes: a file with more is an attack. */
const most = { styles: 100_000, formats: 5000, formatCharacters: 1000 };

export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inCells = false;
  if (part === undefined) return [];
  await readPart(archive, part, {
    open: (name, raw) => {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') {
        const attributes = attributesOf(raw);
        const code = attributes.get('formatCode') ?? '';
        if (code.length > most.formatCharacters)
          throw damaged(`it has a number format of more than ${most.formatCharacters} characters`);
        codes.set(Number(attributes.get('numFmtId')), code);
      } else if (name === 'xf' && inCells) ids.push(Number(attributesOf(raw).get('numFmtId') ?? 0));
      if (codes.size > most.formats) throw damaged(`it has more than ${most.formats} number formats`);
      if (ids.length > most.styles) throw damaged(`it has more than ${most.styles} styles`);
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  const made = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = made.get(id) ?? numberFormat(id, codes.get(id));
    made.set(id, format);
    return format;
  });
}

/** A missing style means the default one. */
export function formatOf(styles: Styles, index: number): NumberFormat {
  return styles[index] ?? general;
}
