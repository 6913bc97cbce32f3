import { foldName } from '../wire/fold.ts';
import type { ImportSchema } from './importable-schemas.ts';

/** No typo turns a longer name into the name of a field. */
const longest = 60;

/** ` (near: cellPhone, homePhone)`, or nothing. Near fields contain the name, are contained in it, or differ by a few typos. */
export function nearHint(schema: ImportSchema, name: string): string {
  const folded = foldName(name).slice(0, longest);
  if (folded.length < 3) return '';
  const near = Object.keys(schema.fields)
    .map((field) => ({ field, distance: distance(folded, foldName(field)) }))
    .filter(({ distance }) => distance <= Math.max(1, folded.length / 4))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 4);
  return near.length === 0 ? '' : ` (near: ${near.map(({ field }) => field).join(', ')})`;
}

/** The name that was meant by another one, which is none of them. */
export function meantBy(name: string, names: readonly string[]): string | undefined {
  const folded = foldName(name);
  return names
    .filter((known) => isNear(name, known))
    .toSorted((a, b) => typosBetween(folded, foldName(a)) - typosBetween(folded, foldName(b)))[0];
}

/** Whether one of two names could be meant by the other. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [foldName(one).slice(0, longest), foldName(other).slice(0, longest)];
  return Math.min(a.length, b.length) >= 3 && distance(a, b) <= Math.max(1, a.length / 4);
}

/** 0.5 if one contains the other, so that `Phone` is near every phone; else the number of typos between them. */
function distance(a: string, b: string): number {
  return b.length >= 3 && (a.includes(b) || b.includes(a)) ? 0.5 : typosBetween(a, b);
}

/** How many letters were added, lost, changed or swapped with the next one. */
export function typosBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const other = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const turned = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : other;
      row.push(Math.min(other, turned, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
