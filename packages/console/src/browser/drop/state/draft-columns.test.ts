import { memorySource } from '@sluice/sheets';
import { expect, test } from 'vitest';
import { understand } from '../../worker/check.ts';
import { draftFor } from '../../../testing/draft-for.ts';
import { settingsOf } from '../../worker/place-settings.ts';
import { joinsOf, withFields, withJoin } from './draft-columns.ts';
import { textOf, type Draft } from './draft.ts';
import { rowsOf } from './mapped-rows.ts';

const draft = draftFor({ columns: { 'E-Mail': 'email' }, join: { name: ['First', 'Last'] } });

/** What each row has, in short. */
const shown = (of: Draft, header: readonly string[], named?: (name: string) => string | undefined) =>
  rowsOf(of, header, named).map(({ columns, field }) => [columns.join(' + '), field]);

/** What the draft makes of a sheet, by the functions with which a run is planned; or why it is refused. */
async function madeBy(made: Draft, sheet: string): Promise<unknown> {
  const resolved = await settingsOf({ kind: 'profile', name: 'made', text: textOf(made) }, 'made.csv');
  if (resolved.kind === 'refused') return resolved.reason;
  const { records } = await understand({
    source: memorySource(Buffer.from(sheet)),
    settings: resolved.settings,
  });
  return records?.map(({ fields }) => fields);
}

test('a column gets a field or is left out, by its name in any writing', () => {
  const header = ['e mail', 'Last', 'Fax'];
  expect(shown(draft, header)).toEqual([
    ['e mail', 'email'],
    ['First + Last', 'name'],
    ['Fax', undefined],
  ]);
  const ignored = withFields(draft, 'E mail', []);
  expect([shown(ignored, ['E-Mail']), ignored.columns, ignored.ignore]).toEqual([
    [['E-Mail', undefined]],
    {},
    ['E mail'],
  ]);
  expect(withFields(ignored, 'E-Mail', ['email'])).toMatchObject({
    columns: { 'E-Mail': 'email' },
    ignore: [],
  });
});

test('a column that joins others leaves what it was before, and one column alone is no join', () => {
  const moved = withJoin(draft, { field: 'note', columns: ['Street', 'last', 'E-mail'], with: ', ' });
  expect([moved.columns, moved.join]).toEqual([
    { First: 'name' },
    { note: { columns: ['Street', 'last', 'E-mail'], with: ', ' } },
  ]);
});

test('the order, the text between and the field of a join change, and its column leaves it', () => {
  const [join] = joinsOf(draft);
  if (join === undefined) throw new Error('no join');
  const turned = withJoin(draft, { ...join, columns: ['Last', 'First'], with: ', ' });
  expect(turned.join).toEqual({ name: { columns: ['Last', 'First'], with: ', ' } });
  expect(withJoin(turned, { ...join, with: '' }).join).toEqual({
    name: { columns: ['First', 'Last'], with: '' },
  });
  expect(withJoin(turned, join).join).toEqual({ name: ['First', 'Last'] });
  expect(withJoin(draft, { ...join, field: 'note' }).join).toEqual({ note: ['First', 'Last'] });
  const three = withJoin(turned, { field: 'name', columns: ['Last', 'First', 'Middle'], with: ', ' });
  const out = withFields(three, 'First', []);
  expect([out.join, out.ignore]).toEqual([{ name: { columns: ['Last', 'Middle'], with: ', ' } }, ['First']]);
  expect(withFields(draft, 'Last', [])).toMatchObject({
    columns: { 'E-Mail': 'email', First: 'name' },
    join: {},
  });
});

test('a join that is made by hand becomes what a plan of the same profile makes', async () => {
  const sheet = 'E-mail,First name,Last name\nada@example.com,Ada,Lovelace\nbob@example.com,,Bob\n';
  const columns = ['Last name', 'First name'];
  const made = (by: string) => withJoin(draftFor({}), { field: 'name', columns, with: by });
  expect(await madeBy(made(', '), sheet)).toEqual([
    { email: 'ada@example.com', name: 'Lovelace, Ada' },
    { email: 'bob@example.com', name: 'Bob' },
  ]);
  expect(await madeBy(made(''), sheet)).toMatchObject([{ name: 'LovelaceAda' }, { name: 'Bob' }]);
  expect(await madeBy(made(' is a name of '), sheet)).toContain('join');
});

test('one column is split into several fields by the steps of each', async () => {
  const sheet = 'Contact\nAda Lovelace <ada@example.com>\n';
  const split = withFields(
    draftFor({ transforms: { name: [{ before: ' <' }], email: ['email'] } }),
    'Contact',
    ['name', 'email'],
  );
  expect(await madeBy(split, sheet)).toEqual([{ name: 'Ada Lovelace', email: 'ada@example.com' }]);
});

test('what a profile says of a column by its name is said of its field once it is joined or left out', async () => {
  const said = draftFor({
    columns: { Mail: 'email', Given: 'name', Seen: 'firstContactDate' },
    transforms: { Given: ['title'] },
    blanks: { Seen: 'clear' },
    dates: { Seen: 'dmy' },
    decimals: 'comma',
    optional: ['Given', 'Seen'],
  });
  const joined = withJoin(said, { field: 'name', columns: ['Given', 'Family'], with: ' ' });
  const made = withFields(joined, 'Seen', []);
  expect(made).toMatchObject({
    transforms: { name: ['title'] },
    blanks: { firstContactDate: 'clear' },
    dates: { firstContactDate: 'dmy' },
    decimals: 'comma',
    optional: ['Given'],
  });
  const sheet = 'Mail,Given,Family,Seen\nada@example.com,ADA,LOVELACE,31/12/2026\n';
  expect(await madeBy(made, sheet)).toEqual([{ email: 'ada@example.com', name: 'Ada Lovelace' }]);
});

test('what each of several records of a row has stays as it is while other columns are changed', async () => {
  const records = [
    { columns: { 'E-mail 1': 'email' }, join: { name: { columns: ['First 1', 'Last'], with: '' } } },
    { columns: { 'E-mail 2': 'email', 'First 2': 'name' }, transforms: { name: ['upper'] }, constants: {} },
  ];
  const several = draftFor({ records, ignore: ['Phone'] });
  const changed = withFields(withFields(several, 'Phone', ['homePhone']), 'Note', []);
  expect(JSON.parse(textOf(changed))).toEqual({
    ...{ schema: 'client', lookup: 'email', records },
    ...{ columns: { Phone: 'homePhone' }, ignore: ['Note'] },
  });
  const sheet = 'First 1,Last,E-mail 1,First 2,E-mail 2,Phone,Note\nAda,Poe,a@x.org,Bo,b@x.org,030 1,x\n';
  expect(await madeBy(changed, sheet)).toEqual([
    { name: 'AdaPoe', email: 'a@x.org', homePhone: '030 1' },
    { name: 'BO', email: 'b@x.org', homePhone: '030 1' },
  ]);
});
