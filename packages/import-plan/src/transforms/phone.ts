import { reasonOf, foldName } from '@sluice/contract';
import { library } from './libraries.ts';
import { Unfit, type Transform } from './unfit.ts';

/** The longest text that is a phone number; words beside it are none. */
const longest = 60;

/**
 * The number as E.164, such as `+4915112345678`. A number without a country is one of `country`.
 * @throws Error when there is no such country
 */
export function phoneIn(country: string): Transform {
  const { getCountries, isSupportedCountry, parsePhoneNumberFromString, validatePhoneNumberLength } =
    library('phone');
  if (!isSupportedCountry(country)) throw new Error(countryMistake(country, getCountries()));
  const options = { defaultCountry: country, extract: false } as const;
  const why = (text: string): string => {
    if (text.split(/[,;/|]|\s{2,}/u).filter((part) => part.replaceAll(/\D/gu, '').length >= 5).length > 1)
      return 'it has several';
    if (text.length > longest) return 'it is none';
    const problem = validatePhoneNumberLength(text, options);
    return problem === undefined ? 'it does not exist' : (reasons[problem] ?? 'it does not exist');
  };
  return (text) => {
    const number = text.length > longest ? undefined : parsePhoneNumberFromString(text, options);
    if (number?.isValid() !== true)
      return new Unfit(reasonOf('not_phone', { country, why: why(text) }), text);
    // E.164 has no place for an extension, and would lose it.
    return number.ext === undefined ? number.number : new Unfit(reasonOf('phone_extension'), text);
  };
}

const reasons: Readonly<Record<string, string>> = {
  NOT_A_NUMBER: 'it is none',
  TOO_SHORT: 'it is too short',
  TOO_LONG: 'it is too long',
};

/** Codes that people use, of countries with another one. */
const others: Readonly<Record<string, string>> = { UK: 'GB', EN: 'GB', ENGLAND: 'GB', USA: 'US', GER: 'DE' };

/** What is wrong with a country that is none of these. */
function countryMistake(country: string, countries: readonly string[]): string {
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
