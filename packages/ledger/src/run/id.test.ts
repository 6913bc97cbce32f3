import { expect, it } from 'vitest';
import { runIdOf } from './id.ts';

const drop = { bucket: 'drops', key: 'inbox/client/email/clients.csv', versionId: 'v1' };

it('gives one object version always the same id (invariant 8)', () => {
  expect(runIdOf(drop)).toMatch(/^[a-z2-7]{26}$/u);
  expect(runIdOf(drop)).toBe('liblw5cfwzqbg4ntxibyevyowe');
  expect(runIdOf({ ...drop })).toBe(runIdOf(drop));
});

it('gives every other object version another id', () => {
  const others = [
    { ...drop, versionId: 'v2' },
    { ...drop, bucket: 'drop' },
    { ...drop, key: 'inbox/client/email/clients.csv ' },
    { bucket: 'drops', key: 'inbox/client/email/clients.csvv', versionId: '1' },
  ];
  expect(new Set([drop, ...others].map(runIdOf)).size).toBe(5);
});
