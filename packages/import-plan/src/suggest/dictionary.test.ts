import { foldName, importableSchemas } from '@sluice/contract';
import { describe, expect, test } from 'vitest';
import { ambiguous, concepts, dictionary, isOf, normalized, words } from './dictionary.ts';
import { languages, type Language } from './words/words.ts';

const known = Object.keys(languages) as Language[];

describe('the dictionary', () => {
  test('has each field that an import can write, in all nine languages', () => {
    const fields = importableSchemas.flatMap((schema) => Object.keys(schema.fields));
    expect(concepts).toEqual(expect.arrayContaining([...new Set(fields)]));
    for (const concept of concepts) {
      expect(Object.keys(words[concept]).toSorted()).toEqual(known.toSorted());
      for (const language of known) {
        const written = words[concept][language].split('|');
        expect(written.map(normalized), `${concept} in ${language}`).not.toContain('');
      }
    }
  });

  test('has no word for two fields of one schema, but those that are marked as ambiguous', () => {
    const twice = importableSchemas.flatMap((schema) =>
      [...dictionary()]
        .filter(([, meanings]) => meanings.filter(({ concept }) => isOf(schema, concept)).length > 1)
        .map(([word]) => word),
    );
    expect([...new Set(twice)].toSorted()).toEqual([...ambiguous].toSorted());
  });

  test('never gives the name of a field to another field', () => {
    for (const schema of importableSchemas) {
      for (const field of Object.keys(schema.fields)) {
        const meanings = dictionary().get(normalized(field)) ?? [];
        const other = meanings.filter(({ concept }) => isOf(schema, concept) && concept !== field);
        expect(other, `${field} of ${schema.name}`).toEqual([]);
      }
    }
    expect(foldName('E-Mail')).toBe(normalized('E-Mail'));
  });

  test('compares without case, accents, spaces and signs, and keeps Japanese marks apart', () => {
    expect(['  PRÉNOM ', 'pre-nom', 'Prénom:'].map(normalized)).toEqual(['prenom', 'prenom', 'prenom']);
    expect(normalized('Straße')).toBe(normalized('STRASSE'));
    expect(normalized('ﾒｰﾙ')).toBe(normalized('メール'));
    expect(normalized('ハ')).not.toBe(normalized('バ'));
  });
});
