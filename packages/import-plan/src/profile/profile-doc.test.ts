import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { profileSchema, readProfile } from './profile.ts';

test('the page on profiles shows a valid one, and has a row for each key', async () => {
  const page = await readFile(new URL('../../../../docs/profiles.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n([^`]+)```/.exec(page) ?? [];
  expect(readProfile('example', example)).toMatchObject({ kind: 'profile' });
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
  expect(rows).toEqual(Object.keys(profileSchema.shape));
});
