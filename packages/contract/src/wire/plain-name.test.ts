import { expect, it } from 'vitest';
import { isAlike, whyNotPlain } from './plain-name.ts';

it.each([
  ...[
    'members',
    'county-clients 2026',
    'Müller & Söhne',
    'Kunden (neu)',
    'клиенты',
    'πελάτες',
    '顧客リスト',
    '顧客 import',
  ],
  ...[
    '고객 명단',
    'العملاء',
    'לקוחות',
    'ग्राहक',
    'ลูกค้า',
    'ਗਾਹਕ',
    '🚲 rentals',
    'a_b.c',
    'données',
    'ñandú',
    'Nguyễn',
    'データー',
  ],
])('%j is a plain name', (name) => {
  expect(whyNotPlain(name)).toBeUndefined();
});

it.each([
  ['client\u200b', 'without U+200B'],
  ['cli\u2060ent', 'without U+2060'],
  ['\ufeffclient', 'without U+FEFF'],
  ['cli\u00adent', 'without U+00AD'],
  ['tneilc\u202e', 'without U+202E'],
  ['\u2066client\u2069', 'without U+2066'],
  ['client\u200e', 'without U+200E'],
  ['client\u3164', 'without U+3164'],
  ['client\u115f', 'without U+115F'],
  ['client\u034f', 'without U+034F'],
  ['client\ufe0f', 'without U+FE0F'],
  ['client\u2800', 'without U+2800'],
  ['client\u{e0041}', 'without U+E0041'],
  ['client\u00a0new', 'without U+00A0'],
  ['client\u3000', 'without U+3000'],
  ['client\u2028', 'without U+2028'],
  ['client\ue000', 'without U+E000'],
  ['client\ud800', 'without U+D800'],
  ['client\t', 'without U+0009'],
  ['client∕email', 'without U+2215'],
  ['client⁄email', 'without U+2044'],
  ['ｃｌｉｅｎｔ', 'characters: client'],
  ['𝐜lient', 'characters: client'],
  ['cafe\u0301', 'characters: café'],
  ['ﬁles', 'characters: files'],
  [' client', 'single spaces'],
  ['client  new', 'single spaces'],
  ['cl\u0456ent', 'not of Latin and Cyrillic'],
  ['Αlpha', 'not of Latin and Greek'],
  ['новыe', 'not of Latin and Cyrillic'],
  ['顧客клиент', 'not of Cyrillic and Han'],
  ['ᎠᎡ', 'without U+13A0'],
])('%j is refused with what is expected', (name, why) => {
  expect(whyNotPlain(name)).toContain(why);
});

it.each([
  ['client', 'CLIENT'],
  ['сору', 'copy'],
  ['client', 'cIient'],
  ['client', 'c1ient'],
  ['modern', 'modem'],
  ['2026-01', '2O26-01'],
  ['new-clients', 'new–clients'],
  ['НОРА', 'HOPA'],
])('%j looks like %j', (one, other) => {
  expect([isAlike(one, other), isAlike(other, one)]).toEqual([true, true]);
});

it.each([
  ['members', 'members 2'],
  ['clients-2025', 'clients-2026'],
  ['Müller', 'Muller'],
  ['inbox', 'lnbox'],
])('%j does not look like %j', (one, other) => {
  expect(isAlike(one, other)).toBe(false);
});
