import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodedOnce, isSurelyTwiceEncoded } from './twice-encoded.ts';
import { windows1252Text } from '../pages/windows-1252.ts';

const encodedBy = {
  'Windows-1252': (text: string) => windows1252Text(Buffer.from(text)),
  'Latin-1': (text: string) => Buffer.from(text).toString('latin1'),
};

/** Correct text of people, firms and places, with what is usual at the ends of words. */
const correct = [
  'Größe, Straße, Ärger, Österreich, Übermaß, FLÄ\u00adCHE',
  'Ângela Conceição Gonçalves, São João, AMANHÃ… IRMÃ” MAÇÃ, À LA, Ã',
  'Nguyễn Thị Ánh, Trần Đức, Huế, HÀ NỘI, Ấn',
  'JOSÉ’S CAFÉ™, « l’été », voilà\u00a0!, Noé\u00a0», Ça va…, L’Haÿ-les-Roses, ŒUVRE',
  '5 Å², 3 Å³, 20 °C, Ångström, Ærø, Çelik, İstanbul, Şükrü, Ğ, JÄ…, KÄ®',
  'Łódź, Žofie, Dvořák, Škoda, Ķegums, Őrség, ÖRÖKLÉT–ÉLET',
  'Γιώργος, Иван Ђорђевић, שלום, محمد, नमस्ते, ไทย, 山田太郎, 김철수, ｶﾅ, 😀👩‍💻',
  '100 £, 3 ½, © 2026, §5, “É”, Ö’, Ü–, Â®, «Ã», ¿Qué?, Ñ™',
  'ÄŽ Äž Äš (Skolt Sami), Ä’s, the Å’s, Ã\u00a0É, É\u00a0É',
];
const words = correct.flatMap((line) => [line, ...line.split(/[ ,]+/u)]).filter(Boolean);

test.each(words)('%s, which is correct, is not taken for text that was encoded twice', (word) => {
  expect(isSurelyTwiceEncoded(word)).toBe(false);
});

test('correct words in any order are not taken for text that was encoded twice', () => {
  // `Ã…va` can be a letter and a word, or `Åva`.
  const texts = fc.array(fc.constantFrom(...words.filter((word) => !word.endsWith('Ã'))), {
    minLength: 1,
    maxLength: 4,
  });
  const between = fc.constantFrom(' ', ', ', '-', '…', '’', ' – ', '/', '\n');
  fc.assert(
    fc.property(texts, between, (parts, by) => !isSurelyTwiceEncoded(parts.join(by))),
    { numRuns: 3000 },
  );
});

const people = [
  'Größe', 'Müller', 'Ärger', 'Österreich', 'Übel', 'Straße', 'AndrÉ', 'Zoë', 'José', 'João', 'Šárka', 'Łódź',
  'Żaneta', 'Çelik', 'Şükrü', 'Nguyễn', 'Tiếng', 'Ångström', 'Søren', 'Æbelø', 'Iñaki', 'Noël', 'À propos',
  'Иван', 'Γιώργος', 'שלום', 'محمد', '山田', '김철수', 'it’s', 'a – b', '5 €', '™x', '😀', 'naïve “x”',
]; // prettier-ignore

test.each(Object.entries(encodedBy))(
  'text that was read as %s and encoded again is recognized and comes back',
  (_, encode) => {
    for (const name of people) {
      expect(isSurelyTwiceEncoded(encode(name)), name).toBe(true);
      expect(decodedOnce(encode(name))).toBe(name);
      expect(decodedOnce(decodedOnce(encode(encode(name))) ?? '')).toBe(name);
    }
  },
);

test('any text comes back exactly, and what is no UTF-8 does not change', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...Object.values(encodedBy)),
      (text, encode) => {
        fc.pre(/[^\u0000-\u007f]/u.test(text) && text.isWellFormed());
        expect(decodedOnce(encode(text))).toBe(text);
      },
    ),
  );
  for (const text of ['Zoë', 'plain', 'Ł', 'GrÃ¶ÃŸe Łódź', 'Ã']) expect(decodedOnce(text)).toBeUndefined();
});
