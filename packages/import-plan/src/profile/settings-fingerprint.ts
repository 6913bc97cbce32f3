import { sha256 } from '#platform';
import type { Settings } from './settings.ts';

/**
 * sha256 of all settings that affect the records: the same bytes with the same settings are the same import. The size of batches
 * and the recipients of mails do not matter.
 */
export function fingerprintOf(settings: Settings): string {
  const records = [settings, ...settings.also].map(deciding);
  return sha256(JSON.stringify(records), 'hex');
}

function deciding(settings: Settings): unknown[] {
  const { schema, lookup, columns, joins, transforms, ignored, own, filter, constants, cleared } = settings;
  const { reading, dates, decimals, timeZone, unknownColumns, invalidRows, ifChangedSince } = settings;
  return [
    schema.name,
    lookup,
    sorted(columns),
    sorted(joins.map(({ field, ...join }) => [field, join])),
    sorted(transforms),
    [...ignored].toSorted(),
    [...own].toSorted(),
    sorted(filter.map(({ header, values, keeps }) => [`${keeps} ${header}`, values.toSorted()])),
    settings.when?.source ?? null,
    sorted(settings.computed.map(({ field, expression }) => [field, expression.source])),
    sorted(Object.entries(constants)),
    [...cleared].toSorted(),
    sorted(Object.entries(reading)),
    [dates, decimals].map(({ every, byField }) => [every ?? null, sorted(byField)]),
    timeZone ?? null,
    unknownColumns,
    invalidRows,
    ifChangedSince,
  ];
}

/** Sorted by name, since the order of settings in a profile has no meaning. */
function sorted(entries: Iterable<readonly [string, unknown]>): (readonly [string, unknown])[] {
  return [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
