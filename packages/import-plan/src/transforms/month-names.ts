import { inForm } from '@sluice/contract';

/** What programs write in place of a name in its locale. */
const others: Readonly<Record<string, readonly string[]>> = { märz: ['mrz', 'maerz'] };

/** Finds the number of a month by its name in a language: in full, short, or its first letters if no other month has them. */
export function monthFinder(language: string): (name: string) => number | undefined {
  const formats = (['long', 'short'] as const).flatMap((month) => [
    // Some languages write a month in another way beside a day.
    new Intl.DateTimeFormat(language, { month, timeZone: 'UTC', calendar: 'gregory' }),
    new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC', calendar: 'gregory' }),
  ]);
  const months = Array.from({ length: 12 }, (_, month) => {
    const date = Date.UTC(2026, month, 15);
    const parts = formats.flatMap((format) => format.formatToParts(date));
    const names = parts.filter(({ type }) => type === 'month').map(({ value }) => folded(value));
    return [...names, ...names.flatMap((name) => others[name] ?? [])];
  });
  return (name) => find(months, folded(name));
}

/** Whether a name in a language is that of a day's weekday, in full or short. @param day ISO 8601 */
export function weekdayNames(language: string): (name: string, day: string) => boolean {
  const formats = (['long', 'short'] as const).map(
    (weekday) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC', calendar: 'gregory' }),
  );
  return (name, day) =>
    formats.some((format) => folded(format.format(new Date(day))).startsWith(folded(name)));
}

const folded = (name: string): string => inForm(name, 'NFKC').toLowerCase().replaceAll('.', '');

function find(months: readonly (readonly string[])[], wanted: string): number | undefined {
  const exact = months.findIndex((names) => names.includes(wanted));
  if (exact >= 0) return exact + 1;
  const begun = [...months.keys()].filter((at) => months[at]?.some((name) => name.startsWith(wanted)));
  return wanted.length >= 3 && begun.length === 1 ? Number(begun[0]) + 1 : undefined;
}
