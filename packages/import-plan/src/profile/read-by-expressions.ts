import type { Settings } from './settings.ts';

/** The columns that the expressions of a profile read, those of all records of a row. */
export function readByExpressions(settings: Settings): string[] {
  const computed = [settings, ...settings.also].flatMap((record) => record.computed);
  return [...(settings.when?.headers ?? []), ...computed.flatMap(({ expression }) => expression.headers)];
}
