import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { damageFigures } from '../testing/damage-figures.ts';
import { peopleFigures } from '../testing/people-figures.ts';

test('no row of the files that other programs wrote is silently wrong, and the guide has the figures', async () => {
  const { files, silentlyWrong, tables } = await peopleFigures();
  expect(files).toBeGreaterThan(300);
  expect(silentlyWrong).toEqual([]);
  const guide = readFileSync(new URL('../../../../docs/reading.md', import.meta.url), 'utf8');
  expect(guide).toContain(tables);
});

test('damages of one character, one in fifty: each is named, or the damaged file is read as what it says', async () => {
  const { silentlyWrong } = await damageFigures({ every: 50, from: 13 });
  expect(silentlyWrong).toEqual([]);
});
