import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { profileSchema } from './profile.ts';
import { settingsOfProfile } from './read-profile.ts';
import { planText, settingsOf } from '../testing/plans.ts';

const page = readFileSync(new URL('../../../../docs/profiles.md', import.meta.url), 'utf8');

test('the page on profiles shows valid ones, and has a row for each key', async () => {
  const examples = [...page.matchAll(/```json\n([^`]+)```/g)].map(([, example = '']) => example);
  for (const example of examples)
    expect(await settingsOfProfile('example', example), example).toMatchObject({ kind: 'settings' });
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, key]) => key);
  expect(rows).toEqual(Object.keys(profileSchema.shape));
});

const block = (language: string) => `\`\`\`${language}\\n([^\`]+)\\n\`\`\``;
const shown = [...page.matchAll(new RegExp(['json', '(?:csv|text)', 'jsonl'].map(block).join('\\n+'), 'g'))];

test.each(shown.map(([, profile = '', sheet = '', records = '']) => ({ profile, sheet, records })))(
  'the profile and the sheet of the page on profiles give the records that it shows: $profile',
  async ({ profile, sheet, records }) => {
    expect(await settingsOfProfile('example', profile)).toMatchObject({ kind: 'settings' });
    const planned = await planText(sheet, { settings: settingsOf(JSON.parse(profile)) });
    expect(planned.records.map(([, record]) => record)).toEqual(
      records.split('\n').map((line): unknown => JSON.parse(line)),
    );
  },
);

test('the page on profiles shows such sheets', () => {
  expect(shown.length).toBeGreaterThan(2);
});
