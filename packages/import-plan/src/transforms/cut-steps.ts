import { bytesTaken } from '@sluice/contract';
import type { RawRow } from '@sluice/sheets';
import { findPlain, noPart, type CellPart, type FoundPart } from '../cells/plain-cell.ts';
import type { Step } from './steps.ts';

/** What steps leave of a cell; undefined if its bytes do not show that. Valid until the next row. */
export type CellCut = (row: RawRow) => CellPart | undefined;

/** Narrows a plain cell to what a step leaves of it; false if its bytes do not show that. */
type Narrow = (bytes: Uint8Array, part: FoundPart) => boolean;

const space = 0x20;
const takesEmail = bytesTaken({ type: 'email' });

const plain: Partial<Record<Extract<Step, string>, Narrow>> = {
  trim: (bytes, { from, to }) => {
    for (let at = from; at < to; at += 1) if (bytes[at] === space && bytes[at + 1] === space) return false;
    return true;
  },
  lower: without(0x41, 0x5a),
  upper: without(0x61, 0x7a),
  email: (bytes, { from, to }) => takesEmail?.(bytes, from, to) ?? false,
};

/** Whether a text of ASCII has no such letters. */
function without(first: number, last: number): Narrow {
  return (bytes, { from, to }) => {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80 || (byte >= first && byte <= last)) return false;
    }
    return true;
  };
}

/**
 * Applies a list of steps to the bytes of the cell at this place, as `compileSteps` does to its text. Undefined for steps that do
 * more than to leave a part of the text as it is.
 */
export function cutSteps(steps: readonly Step[], at: number): CellCut | undefined {
  const narrows = steps.flatMap((step) => narrowOf(step) ?? []);
  if (narrows.length < steps.length) return undefined;
  const part = noPart();
  let last: RawRow | undefined;
  let isCut = false;
  return (row) => {
    if (row !== last) isCut = findPlain(row, at, part) && areCertain(row.chunk.bytes);
    last = row;
    return isCut ? part : undefined;
  };

  function areCertain(bytes: Uint8Array): boolean {
    for (const narrow of narrows) if (!narrow(bytes, part)) return false;
    return true;
  }
}

function narrowOf(step: Step): Narrow | undefined {
  if (typeof step === 'string') return plain[step];
  // For blanks, and for what a step cannot read.
  if ('default' in step || 'otherwise' in step) return () => true;
  if ('before' in step) return before(Buffer.from(step.before));
  if ('replace' in step) {
    const sign = Buffer.from(step.replace);
    return (bytes, part) => find(sign, bytes, part) < 0;
  }
  return undefined;
}

function before(sign: Buffer): Narrow {
  return (bytes, part) => {
    const found = find(sign, bytes, part);
    if (found >= 0) part.to = found;
    while (part.to > part.from && bytes[part.to - 1] === space) part.to -= 1;
    return part.to > part.from;
  };
}

/** The first place of the sign; -1 without one. */
function find(sign: Buffer, bytes: Uint8Array, { from, to }: CellPart): number {
  const { length } = sign;
  const [first = 0] = sign;
  for (let at = from; at + length <= to; at += 1) {
    if (bytes[at] !== first) continue;
    let same = 1;
    while (same < length && bytes[at + same] === sign[same]) same += 1;
    if (same === length) return at;
  }
  return -1;
}
