import type { Part } from './sections.ts';

/** Digits with texts around and between them, as an id or a telephone number has: filled from the right. */
export interface Mask {
  readonly parts: readonly MaskPart[];
  /** How many places for digits there are, and how many are filled: those from the first zero on. */
  readonly places: number;
  readonly filled: number;
}

/** A place for a digit, or a text. */
type MaskPart = string | undefined;

/** What a code may show without quotes, but for a currency and the bar of a fraction. */
const shownAsIs = /^[-+() :!^&'~{}<>=]$/u;

/**
 * The mask that a section is, if it is one: with two zeros that fill up, or with texts between its digits. What else a
 * format does (thousands, currencies, units) leaves the number as it is.
 */
export function maskOf(parts: readonly Part[]): Mask | undefined {
  const made: MaskPart[] = [];
  let zeros = 0;
  for (const { kind, text } of parts) {
    if (kind === 'code' && /^[0#?]$/u.test(text)) {
      made.push(undefined);
      if (text === '0') zeros += 1;
    } else if (kind === 'literal' || shownAsIs.test(text)) made.push(text);
    else return undefined;
  }
  const first = made.indexOf(undefined);
  if (first < 0) return undefined;
  const between = made.slice(first, made.lastIndexOf(undefined)).filter((part) => part !== undefined);
  const leading = parts[first]?.text === '0';
  // A space between digits that need not be there parts thousands.
  const split = between.some((text) => leading || text.trim() !== '');
  if (zeros < 2 && !split) return undefined;
  const codes = parts.filter((_, index) => made[index] === undefined).map(({ text }) => text);
  const places = codes.length;
  return { parts: made, places, filled: zeros === 0 ? 0 : places - codes.indexOf('0') };
}

/** A number in its mask; undefined for one that the mask would not show whole. */
export function maskText(number: string, { parts, places, filled }: Mask): string | undefined {
  if (!/^\d+$/u.test(number)) return undefined;
  const digits = (number === '0' ? '' : number).padStart(filled, '0');
  // All that there are beyond the places stand in the first.
  const queue = [digits.slice(0, Math.max(0, digits.length - places + 1))];
  queue.push(...digits.slice(queue[0]?.length ?? 0));
  const missing = places - queue.length;
  let place = 0;
  return parts
    .map((part) => {
      if (part !== undefined) return part;
      place += 1;
      return queue[place - 1 - missing] ?? '';
    })
    .join('');
}
