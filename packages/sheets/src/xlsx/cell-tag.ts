import { damaged } from '../model/damaged.ts';
import { mostColumns, mostRows } from '../workbook/size.ts';

/** The attributes of `<c>`; a sheet has millions of them. */
export interface CellTag {
  /** From 1; 0 where the tag does not state it. */
  column: number;
  row: number;
  style: number;
  type: string;
}

const space = 0x20;
const equals = 0x3d;

/** Reads the tag into the given object, so that no cell needs a new one. @throws SheetError `damaged_workbook` */
export function readCellTag(raw: string, tag: CellTag): void {
  tag.column = tag.row = tag.style = 0;
  tag.type = 'n';
  let at = raw.length;
  for (let index = 0; index < raw.length; index += 1) {
    if (raw.charCodeAt(index) > space) continue;
    at = index;
    break;
  }
  for (;;) {
    while (raw.charCodeAt(at) <= space) at += 1;
    if (at >= raw.length) return;
    const sign = raw.indexOf('=', at);
    let quote = sign + 1;
    while (raw.charCodeAt(quote) <= space) quote += 1;
    const mark = raw[quote];
    const end = sign < 0 || (mark !== '"' && mark !== "'") ? -1 : raw.indexOf(mark, quote + 1);
    if (end < 0) throw damaged('the tag of a cell cannot be read');
    const next = raw.charCodeAt(at + 1);
    // Exactly one letter: `r`, `s` or `t`.
    if (next === equals || next <= space)
      take(raw, { name: raw.charCodeAt(at), from: quote + 1, to: end }, tag);
    at = end + 1;
  }
}

interface Attribute {
  readonly name: number;
  readonly from: number;
  readonly to: number;
}

function take(raw: string, { name, from, to }: Attribute, tag: CellTag): void {
  if (name === 0x72) readReference(raw, { from, to, tag });
  else if (name === 0x73) tag.style = digits(raw, from, to);
  else if (name === 0x74) tag.type = raw.slice(from, to);
}

/** `B7`: a column in letters, and a row. */
function readReference(raw: string, { from, to, tag }: { from: number; to: number; tag: CellTag }): void {
  let column = 0;
  let at = from;
  for (; at < to && at < from + 4; at += 1) {
    // To upper case.
    const code = raw.charCodeAt(at) & 0xdf;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
  }
  const row = digits(raw, at, to);
  if (column < 1 || column > mostColumns || row < 1 || row > mostRows)
    throw damaged('a cell is outside the sheet');
  tag.column = column;
  tag.row = row;
}

function digits(raw: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = raw.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9) || value > 1e8) return -1;
    value = value * 10 + digit;
  }
  return from < to ? value : -1;
}
