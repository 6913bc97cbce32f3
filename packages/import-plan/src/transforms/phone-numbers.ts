/** What is used of the library: a module that is loaded late is bundled whole, and most of it formats while one types. */
export {
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
