import { foldName, type ImportSchema } from '@sluice/contract';

/** `; near: cellPhone, homePhone`, or nothing. */
export function nearHint(schema: ImportSchema, name: string): string {
  const near = nearFields(schema, name);
  return near.length === 0 ? '' : ` (near: ${near.join(', ')})`;
}

/** Fields whose names hold the name or are held by it, or differ by a slip of the hand; the nearest first. */
export function nearFields(schema: ImportSchema, name: string): string[] {
  // Beyond this no slip makes a field's name of it.
  const folded = foldName(name).slice(0, 60);
  if (folded.length < 3) return [];
  return Object.keys(schema.fields)
    .map((field) => ({ field, distance: distance(folded, foldName(field)) }))
    .filter(({ distance }) => distance <= Math.max(1, folded.length / 4))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 4)
    .map(({ field }) => field);
}

/** 0.5 where one holds the other, so that `Phone` is near every phone; else how many slips lie between them. */
function distance(a: string, b: string): number {
  if (b.length >= 3 && (a.includes(b) || b.includes(a))) return 0.5;
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
