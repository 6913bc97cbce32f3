import type { RecordPart } from '../columns/match-records.ts';

/** Settings of fields that nothing in the sheet becomes: they may name a column that is called otherwise. */
export function idleSettingNotes(parts: readonly RecordPart[]): string[] {
  const notes = parts.flatMap(({ settings, columns }) => {
    const given = new Set([
      ...columns.flatMap(({ target }) => target?.field ?? []),
      ...Object.keys(settings.constants),
    ]);
    const { transforms, cleared, dates, decimals } = settings;
    const stated = {
      transforms: transforms.keys(),
      blanks: cleared,
      dates: dates.byField.keys(),
      decimals: decimals.byField.keys(),
    };
    return Object.entries(stated).flatMap(([setting, fields]) =>
      [...fields]
        .filter((field) => !given.has(field))
        .map((field) => `The profile's ${setting} for ${field} do nothing: no column becomes ${field}.`),
    );
  });
  return [...new Set(notes)];
}
