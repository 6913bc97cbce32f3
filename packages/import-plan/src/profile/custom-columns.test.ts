import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
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

describe('a header that names a custom field by itself', () => {
  const settings = settingsOf(issues);

  test('needs no profile', async () => {
    const { records } = await planText(
      'Identifier,customFields.Colour,CustomFields. Shoe size\nI-1,red,44.5\n',
      {
        settings,
      },
    );
    expect(records).toEqual([[2, { identifier: 'I-1', Colour: 'red', 'Shoe size': '44.5' }]]);
  });

  test('is read as the profile declares the field, and left out where the profile ignores the column', async () => {
    const sheet = 'Identifier,customFields.As of\nI-1,3/2/2026\n';
    const dated = { dates: { 'customFields.As of': 'dmy' } };
    const planned = await planText(sheet, {
      settings: settingsOf({ ...issues, ...dated }),
    });
    expect(planned.records).toEqual([[2, { identifier: 'I-1', 'As of': '2026-02-03' }]]);
    const ignoring = settingsOf({ ...issues, ignore: ['customFields.As of'] });
    expect((await planText(sheet, { settings: ignoring })).records).toEqual([[2, { identifier: 'I-1' }]]);
  });

  test.each([
    ['Identifier,customFields.Title\nI-1,x\n', settings],
    ['Identifier,customFields.\nI-1,x\n', settings],
    ['Identifier,customFields.__proto__\nI-1,x\n', settings],
    ['E-mail,customFields.Colour\na@example.com,x\n', settingsOf()],
  ])('is an unknown column where there can be no such field: %j', async (sheet, given) => {
    expect(await planFailure(sheet, given)).toMatchObject({ code: 'unknown_columns' });
  });
});
