import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { profileSchema } from './profile.ts';
import { settingsOfProfile } from './settings.ts';

test('the page on profiles shows valid ones, and has a row for each key', async () => {
  const page = await readFile(new URL('../../../../docs/profiles.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n([^`]+)```/g)].map(([, example = '']) => example);
  for (const example of examples)
    expect(settingsOfProfile('example', example), example).toMatchObject({ kind: 'settings' });
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
  expect(rows).toEqual(Object.keys(profileSchema.shape));
});
