import { expect, test } from 'vitest';
import { codeOf, fieldTitle, reasonOf, reasonsText, reasonText, shownValue } from './reason.ts';

test('a reason is the name, the value and what is wrong, and can be shown without the value', () => {
  const reason = { ...reasonOf('excel_serial'), name: 'Last contact date', value: '45985' };
  const [shown, without] = [reasonText(reason), reasonText(reason, { values: false })];
  expect(shown).toBe('Last contact date `45985` is an Excel serial number; format the column as a date.');
  expect(without).toBe('Last contact date is an Excel serial number; format the column as a date.');
  expect(reasonsText([reason, { ...reasonOf('lookup_blank'), name: 'E-mail' }, reason])).toBe(
    `${shown} E-mail is blank. It is needed to find the record.`,
  );
});

test('a reference to no record is shown without its value, too', () => {
  const places = { target: 'role', which: ', `Nobody`', ways: 'the id or the name' };
  const reason = { ...reasonOf('reference_unknown', places), name: 'Roles' };
  expect(reasonText(reason)).toBe(
    'Roles names an unknown role, `Nobody`. Write the id or the name of an existing one.',
  );
  expect(reasonText(reason, { values: false })).not.toContain('Nobody');
});

test.each([
  ['Ann', 'Ann'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
  [`${'x'.repeat(30)} ${'y'.repeat(40)}`, `${'x'.repeat(30)} ${'y'.repeat(28)}…`],
  [`${'four '.repeat(20)}`, `${'four '.repeat(10)}four …`],
  [' a\n\tb `c` ', "a b 'c'"],
  ['😀'.repeat(70), `${'😀'.repeat(59)}…`],
  [45985, '45985'],
  [['a', 1], '["a",1]'],
])('the value %j is shown on one line, in at most 60 characters', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});

test('the code of a text is found only in texts of ours', () => {
  expect(codeOf(reasonOf('too_long', { length: 231, most: 200 }).says)).toBe('too_long');
  expect(codeOf('is blank')).toBeUndefined();
  expect(codeOf('has 231 characters. Write at most ')).toBeUndefined();
  expect(codeOf('An admin must approve it.')).toBeUndefined();
});

test('a field is called as people call it', () => {
  const fields = ['email', 'lastContactDate', 'name', 'roleIds', 'Move-in date'];
  expect(fields.map(fieldTitle)).toEqual(['E-mail', 'Last contact date', 'Name', 'Role ids', 'Move-in date']);
});
