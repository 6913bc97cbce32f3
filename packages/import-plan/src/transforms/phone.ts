import { reasonOf } from '@sluice/contract';
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
