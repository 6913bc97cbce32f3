import { createHash } from 'node:crypto';
import type { Settings } from './settings.ts';

/**
 * sha256 of all settings that decide what the records become: the same bytes under the same ones are the same import. How they
 * are cut into batches, and who is notified, makes no difference.
 */
export function fingerprintOf(settings: Settings): string {
  const { schema, lookup, columns, constants, cleared, reading, dates, decimals } = settings;
  const { timeZone, unknownColumns, invalidRows } = settings;
  const deciding = [
    schema.name,
    lookup,
    sorted(columns),
    sorted(Object.entries(constants)),
    [...cleared].toSorted(),
    sorted(Object.entries(reading)),
    [dates, decimals].map(({ every, byField }) => [every ?? null, sorted(byField)]),
    timeZone ?? null,
    unknownColumns,
    invalidRows,
  ];
  return createHash('sha256').update(JSON.stringify(deciding)).digest('hex');
}

/** By name: the order of settings in a profile means nothing. */
function sorted(entries: Iterable<readonly [string, unknown]>): (readonly [string, unknown])[] {
  return [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
