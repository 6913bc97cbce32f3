export const languages = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  pt: 'Portuguese',
  it: 'Italian',
  nl: 'Dutch',
  pl: 'Polish',
  ja: 'Japanese',
} as const;
export type Language = keyof typeof languages;

/** The names that exports use for a field or for a part of one, separated by `|`. */
export type Words = Readonly<Record<string, Readonly<Record<Language, string>>>>;
