import { countryMistake } from './country-mistake.ts';
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
  const expected = `one phone number of ${country}, or with its country as in +49`;
  const why = (text: string): string => {
    if (text.split(/[,;/|]|\s{2,}/u).filter((part) => part.replaceAll(/\D/gu, '').length >= 5).length > 1)
      return 'several numbers';
    if (text.length > longest) return 'no number';
    const problem = validatePhoneNumberLength(text, options);
    return problem === undefined ? 'no such number' : (reasons[problem] ?? 'no such number');
  };
  return (text) => {
    const number = text.length > longest ? undefined : parsePhoneNumberFromString(text, options);
    if (number?.isValid() !== true) return new Unfit(`${expected} (this is ${why(text)})`, text);
    // E.164 has no place for an extension, and would lose it.
    return number.ext === undefined ? number.number : new Unfit(`${expected}, without an extension`, text);
  };
}

const reasons: Readonly<Record<string, string>> = {
  NOT_A_NUMBER: 'no number',
  TOO_SHORT: 'too short',
  TOO_LONG: 'too long',
};
