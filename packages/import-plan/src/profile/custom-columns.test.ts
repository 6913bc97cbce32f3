import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseProfile } from './profile.ts';
import { resolveSettings } from './settings.ts';
import { planFailure, planText, settingsOf } from '../testing/plans.ts';

const issues = { schema: 'issue', lookup: 'identifier' };

test('a profile maps a column to a custom field of the site, whose cells are sent as text', async () => {
  const settings = settingsOf({
    ...issues,
    columns: { Paint: 'customFields.Colour', Size: 'CustomFields. Shoe size' },
    constants: { 'customFields.Checked': 'yes' },
    blanks: { Paint: 'clear' },
  });
  const { records, problems } = await planText('Identifier,Title,Paint,Size\nI-1,One,red,044\nI-2,Two,,\n', {
    settings,
  });
  expect(problems).toEqual([]);
  expect(records.map(([, record]) => record)).toEqual([
    { identifier: 'I-1', title: 'One', Colour: 'red', 'Shoe size': '044', Checked: 'yes' },
    { identifier: 'I-2', title: 'Two', Colour: null, Checked: 'yes' },
  ]);
});

test('without such a profile the column is unknown and stops the run', async () => {
  expect(await planFailure('Identifier,Title,Colour\nI-1,One,red\n', settingsOf(issues))).toMatchObject({
    code: 'unknown_columns',
    columns: ['Colour'],
  });
});

test.each([
  [{ columns: { Paint: 'customFields.Title' } }, 'customFields.Title, which cannot be the title'],
  [{ columns: { Paint: 'customFields.' } }, 'customFields., which cannot be the title'],
  [{ columns: { Paint: 'customFields.__proto__' } }, 'which cannot be the title'],
  [
    { schema: 'client', lookup: 'email', columns: { Paint: 'customFields.Colour' } },
    'interestAccount and issue',
  ],
])('%j is refused with what is wrong', (profile, reason) => {
  const read = parseProfile('paint', JSON.stringify({ ...issues, ...profile }));
  if (read.kind === 'refused') throw new Error(read.reason);
  const place = { kind: 'profile', profile: 'paint', fileName: 'x.csv' } as const;
  expect(resolveSettings(place, read.profile)).toMatchObject({ reason: expect.stringContaining(reason) });
});

test('the page on profiles shows a valid one', async () => {
  const page = await readFile(new URL('../../../../docs/profiles.md', import.meta.url), 'utf8');
  const example = [...page.matchAll(/```json\n([^`]+)```/g)].at(-1)?.[1] ?? '';
  const read = parseProfile('example', example);
  if (read.kind === 'refused') throw new Error(read.reason);
  const place = { kind: 'profile', profile: 'example', fileName: 'x.csv' } as const;
  expect(resolveSettings(place, read.profile)).toMatchObject({ kind: 'settings' });
  expect(Object.values(read.profile.columns)).toContain('customFields.Colour');
});
