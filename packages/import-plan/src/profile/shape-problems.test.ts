import { expect, test } from 'vitest';
import { parseProfile } from './profile.ts';

const client = { schema: 'client', lookup: 'email' };
const reasonOf = (profile: object) => {
  const read = parseProfile('county', JSON.stringify({ ...client, ...profile }));
  return read.kind === 'refused' ? read.reason : '';
};
const step = (...steps: unknown[]) => ({ transforms: { name: steps } });

test.each([
  [{ transform: {} }, 'there is no setting "transform"; did you mean "transforms"?'],
  [{ rows: { Title: 'Dr.' } }, 'rows takes only, except and when, not "Title"'],
  [{ rows: { onyl: {} } }, 'rows has no setting "onyl"; did you mean "only"?'],
  [
    { guardRails: { x: 1 } },
    'guardRails takes mostInvalid, mostChanged, mostDeleted and mostWarned, not "x"',
  ],
  [{ lookup: undefined }, 'lookup: it is missing; expected a text in quotes'],
  [{ transforms: { name: 'title' } }, 'transforms.name: write a list: ["title"]'],
  [step('tittle'), 'step 1 of name: there is no step "tittle"; did you mean "title"?'],
  [step('trim', 'Lower'), 'step 2 of name: there is no step "Lower"; did you mean "lower"?'],
  [step({ mpa: {} }), 'step 1 of name: there is no step "mpa"; did you mean "map"?'],
  [step('phone'), 'step 1 of name: phone needs a value: { "phone": "DE" }'],
  [step({ trim: true }), 'step 1 of name: write "trim" without { }'],
  [step(1), 'step 1 of name: write a step as "title" or { "before": "," }'],
  [step({ map: { a: true } }), 'step 1 of name: the values of map are texts: write "yes", not true'],
  [step({ map: { a: 1 } }), 'step 1 of name: the values of map are texts: write "1", not 1'],
  [step({ map: {} }), 'map of step 1 of name: expected at least one text with its value'],
  [step({ split: ' ' }), 'step 1 of name: split needs "take": { "split": ",", "take": 2 }'],
  [step({ replace: ' ' }), 'step 1 of name: replace needs "with": { "replace": "/", "with": " " }'],
  [step({ before: ',', with: '' }), 'step 1 of name: before does not take "with": { "before": "(" }'],
  [
    step({ before: ',', after: ':' }),
    'step 1 of name: one step in each { }: write { "before": … }, { "after": … }',
  ],
  [step({ number: ',' }), 'step 1 of name: expected a step such as { "number": "comma" } or "point"'],
  [
    step({ split: ' ', take: 0 }),
    'take of step 1 of name: expected 1 for the first part, or -1 for the last one',
  ],
  [{ records: [{}, step('tittle')] }, 'step 1 of name of record 2: there is no step "tittle"'],
  [{ records: [{}] }, 'records: expected at least 2 entries'],
  [{ records: [{}, { x: 1 }] }, 'record 2 takes columns, join, transforms, compute and constants, not "x"'],
  [{ blanks: { Title: 'empty' } }, 'blanks.Title: expected "keep" or "clear", not "empty"'],
  [{ join: { name: ['A'] } }, 'join.name: expected at least 2 entries'],
  [{ fromFile: { name: 'filename' } }, 'fromFile.name: expected "name" or "folder", not "filename"'],
  [{ dates: { Born: 'german' } }, 'dates: Born: expected "'],
  [{ columns: { Mail: 1 } }, 'columns.Mail: expected a text in quotes or a list, not 1'],
  [{ reading: { widths: '7,20' } }, 'reading.widths: write a list: [7,20]'],
  [{ reading: { widths: [0] } }, 'entry 1 of reading.widths: expected at least 1, not 0'],
  [{ secondPerson: 'yes' }, 'secondPerson: expected true or false, not "yes"'],
  [
    { emails: ['nobody'] },
    'entry 1 of emails: expected an e-mail address such as ops@example.com, not "nobody"',
  ],
])('%j: %s', (profile, reason) => {
  expect(reasonOf(profile)).toContain(`The profile "county" cannot be used: ${reason}`);
  expect(reasonOf(profile)).not.toMatch(/Invalid (?:input|option)|Too (?:small|big)|Expected:/u);
});

test('the settings are listed only for one that is like none of them', () => {
  expect(reasonOf({ xyz: 1 })).toContain(
    'there is no setting "xyz". Expected: an object with: schema, lookup, columns,',
  );
});
