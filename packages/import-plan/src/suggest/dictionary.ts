import { inForm, type ImportSchema } from '@sluice/contract';
import { peopleWords } from './words/people.ts';
import { placeWords } from './words/places.ts';
import { recordWords } from './words/records.ts';
import { languages, type Language, type Words } from './words/words.ts';

/** What a column can be about: a field, or a part of one. */
export type Concept = keyof typeof peopleWords | keyof typeof placeWords | keyof typeof recordWords;

export const words: Readonly<Record<Concept, Words[string]>> = {
  ...peopleWords,
  ...placeWords,
  ...recordWords,
};
export const concepts = Object.keys(words) as readonly Concept[];

/** Concepts that are joined to a field, in this order. */
export const partsOfField = {
  name: ['firstName', 'middleName', 'lastName'],
  address: ['street', 'postalCode', 'city', 'state', 'country'],
} as const satisfies Record<string, readonly Concept[]>;

/** The phones of a person that a column of phones can mean, the likeliest first. */
export const phones = ['cellPhone', 'workPhone', 'homePhone'] as const;

/** Compares names without case, accents, spaces and signs. The marks of Japanese letters stay. */
export function normalized(name: string): string {
  const apart = inForm(inForm(name, 'NFKC').toLowerCase(), 'NFD');
  return inForm(apart.replaceAll(/[\u0300-\u036f]/gu, ''), 'NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export interface Meaning {
  readonly concept: Concept;
  readonly languages: readonly Language[];
}

/** Every meaning of every name, by normalized name. */
function indexed(): ReadonlyMap<string, readonly Meaning[]> {
  const found = new Map<string, Map<Concept, Language[]>>();
  for (const concept of concepts) {
    for (const language of Object.keys(languages) as Language[]) {
      for (const word of words[concept][language].split('|')) {
        const meanings = found.get(normalized(word)) ?? new Map<Concept, Language[]>();
        found.set(normalized(word), meanings);
        const known = meanings.get(concept) ?? [];
        if (!known.includes(language)) meanings.set(concept, [...known, language]);
      }
    }
  }
  return new Map(
    [...found].map(([word, meanings]) => [
      word,
      [...meanings].map(([concept, known]) => ({ concept, languages: known })),
    ]),
  );
}

let index: ReadonlyMap<string, readonly Meaning[]> | undefined;

/** Built when it is first needed. */
export function dictionary(): ReadonlyMap<string, readonly Meaning[]> {
  return (index ??= indexed());
}

/** Whether records of the schema have such a value: as a field, as a part of one, or as one of several. */
export function isOf({ fields, collection }: ImportSchema, concept: Concept): boolean {
  if (Object.hasOwn(fields, concept)) return true;
  const isPart = Object.entries(partsOfField).some(
    ([field, parts]) => Object.hasOwn(fields, field) && parts.some((part) => part === concept),
  );
  if (isPart) return concept in peopleWords ? hasPeople(collection) : true;
  if (concept === 'phone') return collection === 'user';
  return concept === 'company' && collection === 'interestAccount';
}

const hasPeople = (collection: ImportSchema['collection']): boolean =>
  collection === 'user' || collection === 'interestAccount';

/** Names that mean a whole name, or a part of it if another column has the other part. */
export const ambiguous: readonly string[] = ['nom', 'nome', 'nombre'];

/** Whether a column of this name has a meaning, in any of the languages. */
export function isKnownName(name: string): boolean {
  return dictionary().has(normalized(name));
}
