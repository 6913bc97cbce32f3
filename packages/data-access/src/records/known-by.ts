import { foldSpace } from '@sluice/contract';
import { searchableOf } from '../store/searchables.ts';
import type { Fields, Kind } from '../store/record.ts';

/** Without zeros or a country before them, so many digits tell phones apart. */
const fewestDigits = 5;

/**
 * Whether people know a record by this text though nothing looks it up so: by its name in another case, or by a phone that is
 * written in another way, with or without the code of its country. Undefined where the kind has neither.
 */
export function knownBy(kind: Kind, text: string): ((fields: Fields) => boolean) | undefined {
  const { table } = searchableOf(kind);
  const phones = Object.keys(table).filter((name) => table[name]?.type === 'phone');
  const names = Object.keys(table).filter((name) => name === 'name' || name === 'title');
  if (phones.length + names.length === 0) return undefined;
  const folded = foldSpace(text);
  const digits = digitsOf(text);
  return (fields) =>
    (folded !== '' && names.some((name) => foldSpace(String(fields[name] ?? '')) === folded)) ||
    (digits !== undefined && phones.some((name) => isSame(digits, digitsOf(String(fields[name] ?? '')))));
}

/** Those of a phone, without the zeros before it. Undefined for other texts. */
function digitsOf(text: string): string | undefined {
  if (!/^[\d\s()+./-]+$/u.test(text)) return undefined;
  const digits = text.replace('(0)', '').replaceAll(/\D/gu, '').replace(/^0+/u, '');
  return digits.length < fewestDigits ? undefined : digits;
}

const isSame = (one: string, other: string | undefined): boolean =>
  other !== undefined && (one.endsWith(other) || other.endsWith(one));
