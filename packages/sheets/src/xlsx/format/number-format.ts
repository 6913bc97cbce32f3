import { dateText, type DateFormat, type DateKind } from '../../workbook/dates.ts';
import { decimalOf, decimalText, isNumber, timesHundred } from '../../workbook/decimal.ts';
import { maskOf, maskText, type Mask } from './mask.ts';
import { sectionsOf, type Section } from './sections.ts';

/** What the format of a cell means for the number in it. */
export type NumberFormat =
  | DateFormat
  | { readonly kind: 'percent'; readonly places: number }
  | { readonly kind: 'mask'; readonly sections: readonly MaskSection[] }
  | { readonly kind: 'number'; readonly places: number };

interface MaskSection extends Pick<Section, 'applies'> {
  readonly mask: Mask | undefined;
}

export const general: NumberFormat = { kind: 'number', places: 0 };

/** Built-in formats, which have only a number. Some are date formats of East Asian and Thai versions of Excel. */
const builtIn: ReadonlyMap<number, NumberFormat> = new Map<number, NumberFormat>([
  [2, { kind: 'number', places: 2 }],
  [4, { kind: 'number', places: 2 }],
  [7, { kind: 'number', places: 2 }],
  [8, { kind: 'number', places: 2 }],
  [9, { kind: 'percent', places: 0 }],
  [10, { kind: 'percent', places: 2 }],
  [39, { kind: 'number', places: 2 }],
  [40, { kind: 'number', places: 2 }],
  [43, { kind: 'number', places: 2 }],
  [44, { kind: 'number', places: 2 }],
  ...ids(
    [
      [14, 17],
      [27, 31],
      [34, 36],
      [50, 54],
      [57, 58],
      [71, 74],
    ],
    'date',
  ),
  ...ids(
    [
      [18, 21],
      [32, 33],
      [45, 45],
      [47, 47],
      [55, 56],
      [75, 76],
      [79, 79],
    ],
    'time',
  ),
  ...ids(
    [
      [22, 22],
      [77, 77],
    ],
    'datetime',
  ),
  ...ids(
    [
      [46, 46],
      [80, 80],
    ],
    'duration',
  ),
  [81, { kind: 'date' }],
]);

function ids(ranges: readonly (readonly [number, number])[], kind: DateKind): [number, NumberFormat][] {
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at): [number, NumberFormat] => [from + at, { kind }]),
  );
}

/** A code has precedence over the number of its format. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  return code === undefined ? (builtIn.get(id) ?? general) : formatOf(code);
}

function formatOf(code: string): NumberFormat {
  const sections = sectionsOf(code);
  const tokens = sections[0]?.tokens ?? '';
  const date = dateKind(tokens);
  if (date !== undefined) return { kind: date, parts: /s\.0/u.test(tokens) };
  const places = /\.([0?#]*)/u.exec(tokens)?.[1]?.replaceAll(/[^0]/gu, '').length ?? 0;
  if (tokens.includes('%')) return { kind: 'percent', places };
  const masks = sections.map(({ applies, parts }) => ({ applies, mask: maskOf(parts) }));
  if (masks.some(({ mask }) => mask !== undefined)) return { kind: 'mask', sections: masks };
  return places === 0 || /e[+-]/u.test(tokens) ? general : { kind: 'number', places };
}

/** `tokens` is a section without its literals, colours and conditions, in lower case. */
function dateKind(tokens: string): DateKind | undefined {
  if (/general|@/u.test(tokens) || /[0#?]/u.test(tokens.replaceAll(/s\.0+/gu, 's'))) return undefined;
  if (/\[(?:h+|m+|s+)\]/u.test(tokens)) return 'duration';
  const plain = tokens.replaceAll(/am\/pm|a\/p/gu, 'h');
  const time = /[hs]/u.test(plain);
  // `m` is the minute next to hours or seconds, else the month; `e`, `g` and `b` are years of other calendars.
  const date = /[ydegb]|m{3}/u.test(plain) || (plain.includes('m') && !time);
  if (date) return time ? 'datetime' : 'date';
  return time ? 'time' : undefined;
}

/** The number as a person sees it, but never rounded; undefined if `raw` is no number. */
export function numberText(raw: string, format: NumberFormat, from1904: boolean): string | undefined {
  // Most numbers are whole, and shown as they are stored.
  if (format === general && /^(?:0|-?[1-9]\d{0,20})$/u.test(raw)) return raw;
  if (!isNumber(raw)) return undefined;
  const plain = (places: number) => decimalText(decimalOf(raw), places);
  switch (format.kind) {
    case 'number':
      return plain(format.places);
    case 'percent':
      return `${decimalText(timesHundred(decimalOf(raw)), format.places)}%`;
    case 'mask':
      return masked(raw, format.sections) ?? plain(0);
    default:
      return dateText(Number(raw), format, from1904) ?? plain(0);
  }
}

function masked(raw: string, sections: readonly MaskSection[]): string | undefined {
  const value = Number(raw);
  // The format of most ids.
  const plain = /^(?:0|[1-9]\d{0,14})$/u.test(raw) ? raw : decimalText(decimalOf(raw));
  const section = sections.find(({ applies }) => applies(value)) ?? sections[0];
  return section?.mask && maskText(plain, section.mask);
}
