import { library } from './libraries.ts';
import { Unfit, type Transform } from './unfit.ts';

/** The longest text that is a phone number; words beside it are none. */
const longest = 60;

/**
 * The number as E.164, such as `+4915112345678`. A number without a country is one of `country`.
 * @throws Error when there is no such country
 */
export function phoneIn(country: string): Transform {
  const { isSupportedCountry, parsePhoneNumberFromString } = library('phone');
  if (!isSupportedCountry(country)) throw new Error('expected the two capitals of a country, such as DE');
  const expected = `one phone number of ${country}, or with its country as in +49, and without an extension`;
  return (text) => {
    const number =
      text.length > longest
        ? undefined
        : parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
    // E.164 has no place for an extension, and would lose it.
    return number?.isValid() === true && number.ext === undefined ? number.number : new Unfit(expected, text);
  };
}
