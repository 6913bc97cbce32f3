import { createHash } from 'node:crypto';

/** A record by a value that identifies it, such as an e-mail address. */
export interface NamedRecord {
  /** Whether the value occurs in a text, or in any text below an object or a list. */
  readonly isIn: (value: unknown) => boolean;
  /** The same for the name of a file, whose ending is not a part of the value. */
  readonly isInName: (name: string | null) => boolean;
  /** Asked before JSON is parsed: if not, the value is in no string of it. */
  readonly mayBeInJson: (json: string) => boolean;
  /**
   * What the history keeps of the value. A plain hash could be tried with guessed addresses; the receipt, which only the person
   * who erases keeps, prevents that.
   */
  readonly commitment: string;
}

export function recordNamed(value: string, receipt: string): NamedRecord {
  const wanted = folded(value);
  const isIn = (found: unknown): boolean => {
    if (typeof found === 'string' || typeof found === 'number')
      return occursIn(wanted, folded(String(found)));
    if (Array.isArray(found)) return found.some(isIn);
    return typeof found === 'object' && found !== null && Object.values(found).some(isIn);
  };
  const parts = wanted.match(plainParts) ?? [];
  const mayBeInJson = (json: string) => {
    const text = unified(json);
    return parts.every((part) => text.includes(part));
  };
  const isInName = (name: string | null) => isIn([name, name?.replace(/\.\w+$/u, '')]);
  const commitment = createHash('sha256').update(`${receipt} ${wanted}`).digest('hex');
  return { isIn, mayBeInJson, isInName, commitment };
}

/** What JSON never escapes, and no character before it changes. A value of none of these may be in any JSON. */
const plainParts = /[!#-[\]-~]+/gu;

/** Case, width and blanks do not distinguish values. */
export function folded(text: string): string {
  return unified(text).replaceAll(/\s+/gu, ' ').trim();
}

/** More marks than a letter has are left out: putting them in order takes the square of their number. */
const unified = (text: string): string =>
  text
    .replaceAll(/[\p{M}\uFF9E\uFF9F]{65,}/gu, ' ')
    .normalize('NFKC')
    .toLowerCase();

function occursIn(wanted: string, text: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const after = text.slice(at + wanted.length, at + wanted.length + 4);
    if (
      !/[\p{L}\p{N}._+%-]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after)
    )
      return true;
  }
  return false;
}
