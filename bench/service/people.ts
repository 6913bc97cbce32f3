import { createIds, type Store } from '@sluice/data-access';

type Record = Parameters<Store['records']['write']>[1][number]['record'];

const minuteMs = 60_000;
const beginning = Date.parse('2020-01-01T00:00:00.000Z');
const givenNames = ['Ada', 'Bela', 'Chidi', 'Dana', 'Emre', 'Farah', 'Goran', 'Hana', 'Ines', 'Jonas'];
const familyNames = ['Okafor', 'Lindqvist', 'Marini', 'Novak', 'Osei', 'Petrov', 'Quiroga', 'Rahman', 'Sato'];

/** `rare` is in the name of one user, in the middle of a site. `common` is in every tenth of the other names. */
export const texts = { rare: 'Zyx-Unique', common: 'Ada' } as const;

/** Whether user `n` is a professional: one in four is. */
export const isProfessional = (n: number): boolean => n % 4 === 3;

/** User `n` of a site with this many. Each was created a minute after the one before and has a different time of update. */
export function person(n: number, size: number): Record {
  const created = beginning + n * minuteMs;
  // A step without a common divisor with the size visits every user once, out of order.
  const updated = beginning + (size + ((n * 7919) % size)) * minuteMs + (n % 1000);
  const given = n === Math.floor(size / 2) ? texts.rare : givenNames[n % givenNames.length];
  const family = familyNames[Math.floor(n / 10) % familyNames.length];
  const number = String(n).padStart(7, '0');
  return {
    kind: 'user',
    id: createIds(() => new Date(created))(),
    version: 1,
    createdDate: new Date(created).toISOString(),
    updatedDate: new Date(updated).toISOString(),
    deleted: false,
    writer: 'bench',
    importId: null,
    fields: {
      name: `${given} ${family} ${number}`,
      email: `person-${number}@bench.example`,
      username: `person-${number}`,
      cellPhone: `0170 ${number}`,
      langCode: 'de',
      userType: isProfessional(n) ? 'professional' : 'client',
    },
  };
}
