import type { Part } from './sections.ts';

/** A format with texts around and between digits, as for ids and telephone numbers. It is filled from the right. */
export interface Mask {
  readonly parts: readonly MaskPart[];
  /** The number of digit places, and of those that are always filled, from the first zero on. */
  readonly places: number;
  readonly filled: number;
}

/** A digit place, or a text. */
type MaskPart = string | undefined;

/** What a code may show without quotes, except a currency sign and the bar of a fraction. */
const shownAsIs = /^[-+() :!^&'~{}<>=]$/u;

/**
 * A section is a mask if it has two zeros that fill up, or texts between its digits. Everything else in a format
 * (thousands, currencies, units) leaves the number as it is.
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
  // A space between optional digits separates thousands.
  const split = between.some((text) => leading || text.trim() !== '');
  if (zeros < 2 && !split) return undefined;
  const codes = parts.filter((_, index) => made[index] === undefined).map(({ text }) => text);
  const places = codes.length;
  return { parts: made, places, filled: zeros === 0 ? 0 : places - codes.indexOf('0') };
}

/** A number in its mask; undefined if the mask does not show all of it. */
export function maskText(number: string, { parts, places, filled }: Mask): string | undefined {
  if (!/^\d+$/u.test(number)) return undefined;
  const digits = (number === '0' ? '' : number).padStart(filled, '0');
  // The first place takes all extra digits.
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
