import { foldName } from '@sluice/contract';

/** Codes that people use, of countries with another one. */
const others: Readonly<Record<string, string>> = { UK: 'GB', EN: 'GB', ENGLAND: 'GB', USA: 'US', GER: 'DE' };

/** What is wrong with a country that is none of these. */
export function countryMistake(country: string, countries: readonly string[]): string {
  const upper = country.trim().toUpperCase();
  if (countries.includes(upper)) return `write ${upper}, not "${country}"`;
  const names = ['en', 'de', 'fr', 'es'].map(
    (language) => new Intl.DisplayNames(language, { type: 'region' }),
  );
  const folded = foldName(country);
  const isNamed = (code: string) => names.some((inside) => foldName(inside.of(code) ?? '') === folded);
  const meant = others[upper] ?? countries.find(isNamed);
  const shown = country.slice(0, 40);
  return meant === undefined
    ? `"${shown}" is no country: write its two capitals, such as DE`
    : `"${shown}" is no country; for ${names[0]?.of(meant)?.replace(/^United /u, 'the United ')} write ${meant}`;
}
