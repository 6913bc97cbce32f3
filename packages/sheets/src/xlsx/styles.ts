import { damaged } from '../model/damaged.ts';
import { general, numberFormat, type NumberFormat } from './format/number-format.ts';
import { readPart } from '../workbook/read-part.ts';
import { attributesOf, isTrue } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';

/** The number formats of cells, by style. */
export interface Styles {
  readonly formats: readonly NumberFormat[];
  readonly bold: readonly boolean[];
}

/** More than Excel ever writes: a file with more is an attack. */
const most = { styles: 100_000, formats: 5000, formatCharacters: 1000 };

/** Elsewhere, such as in the formats of tables (`dxfs`), the same numbers mean other formats. */
const sections: ReadonlySet<string> = new Set(['numFmts', 'fonts', 'cellXfs']);

export async function readStyles(archive: Archive, part: string | undefined): Promise<Styles> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  const fonts: { bold: boolean }[] = [];
  const fontIds: number[] = [];
  let section = '';
  if (part === undefined) return { formats: [], bold: [] };
  await readPart(archive, part, {
    open: (name, raw) => {
      if (sections.has(name)) section = name;
      else if (section === 'fonts') readFont(name, raw, fonts);
      else if (name === 'numFmt' && section === 'numFmts') {
        const attributes = attributesOf(raw);
        const code = attributes.get('formatCode') ?? '';
        if (code.length > most.formatCharacters)
          throw damaged(`it has a number format of more than ${most.formatCharacters} characters`);
        codes.set(Number(attributes.get('numFmtId')), code);
      } else if (name === 'xf' && section === 'cellXfs') {
        const attributes = attributesOf(raw);
        ids.push(Number(attributes.get('numFmtId') ?? 0));
        fontIds.push(Number(attributes.get('fontId') ?? 0));
      }
      if (codes.size > most.formats) throw damaged(`it has more than ${most.formats} number formats`);
      if (ids.length > most.styles) throw damaged(`it has more than ${most.styles} styles`);
    },
    close: (name) => {
      if (name === section) section = '';
    },
  });
  const made = new Map<number, NumberFormat>();
  const formats = ids.map((id) => {
    const format = made.get(id) ?? numberFormat(id, codes.get(id));
    made.set(id, format);
    return format;
  });
  return { formats, bold: fontIds.map((id) => fonts[id]?.bold === true) };
}

function readFont(name: string, raw: string, fonts: { bold: boolean }[]): void {
  if (fonts.length > most.styles) throw damaged(`it has more than ${most.styles} fonts`);
  const font = fonts.at(-1);
  if (name === 'font') fonts.push({ bold: false });
  else if (name === 'b' && font !== undefined) font.bold = isTrue(attributesOf(raw).get('val') ?? '1');
}

/** A missing style means the default one. */
export function formatOf(styles: Styles, index: number): NumberFormat {
  return styles.formats[index] ?? general;
}
