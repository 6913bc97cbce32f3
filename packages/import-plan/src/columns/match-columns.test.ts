import { describe, expect, test } from 'vitest';
import { planFailure, planText, settingsOf } from '../testing/plans.ts';

describe('a sheet that does not fit as a whole stops the run', () => {
  test('an unknown column, with the accepted and the similar names', async () => {
    const error = await planFailure('E-mail,Phone,Nmae,Shoe size,Updated date\na@example.com,1,2,3,4\n');
    expect(error).toMatchObject({ code: 'unknown_columns', column: 'Phone' });
    expect(error.columns).toEqual(['Phone', 'Nmae', 'Shoe size', 'Updated date']);
    expect(error.message).toContain('"Phone" (near: homePhone, cellPhone, workPhone)');
    expect(error.message).toContain('"Nmae" (near: name)');
    expect(error.message).toContain('"Shoe size",');
    expect(error.message).toContain('"Updated date" (the service sets it; it cannot be imported)');
    expect(error.message).toMatch(
      /Remove what is not needed\. A profile can `ignore` a column, or map it to a field\. The fields are .*cellPhone/u,
    );
  });

  test('thousands of unknown columns, of which it names the first', async () => {
    const header = ['E-mail', ...Array.from({ length: 5000 }, (_, index) => `Person number ${index + 1}`)];
    const error = await planFailure(`${header.join(',')}\n`);
    expect(error).toMatchObject({ code: 'unknown_columns', column: 'Person number 1' });
    expect(error.message).toContain('"Person number 20" and 4980 more. Remove what');
    expect(error.message.length).toBeLessThan(3000);
  });

  test('a sheet without a header row, whose first row is not repeated', async () => {
    const error = await planFailure('Ann Miller,Oslo\nBob Brown,Rome\n');
    expect(error).toMatchObject({ code: 'no_known_column', columns: [] });
    expect(error.message).not.toContain('Miller');
  });

  test('two columns for one field', async () => {
    const error = await planFailure('E-mail,Name,email\na@example.com,x,b@example.com\n');
    expect(error).toMatchObject({ code: 'twin_columns', columns: ['E-mail', 'email'] });
    expect(error.message).toContain('"E-mail" (column A) and "email" (column C)');
  });

  test('a column for a field that the profile sets', async () => {
    const settings = settingsOf({ constants: { timezone: 'Europe/Berlin' } });
    expect(await planFailure('E-mail,Time zone\na@example.com,x\n', settings)).toMatchObject({
      code: 'constant_column',
      columns: ['Time zone'],
    });
  });

  test('ids when the lookup is another field, and no column for the lookup', async () => {
    expect(await planFailure('Id,E-mail\n1,a@example.com\n')).toMatchObject({ code: 'id_column' });
    expect(await planFailure('Name\nAnn\n')).toMatchObject({ code: 'lookup_column' });
  });

  const phones = { columns: { Telefon: 'cellPhone', 'Mail address': 'email' } };

  test('a column that the profile names and the sheet lacks, with what the sheet has instead', async () => {
    const ignoring = settingsOf({ ...phones, unknownColumns: 'ignore' });
    const error = await planFailure('Mail address,Phone,Notes\na@example.com,1,2\n', ignoring);
    expect(error).toMatchObject({ code: 'missing_columns', columns: ['Telefon'] });
    expect(error.message).toContain('The sheet lacks a column that the profile "test" names:');
    expect(error.message).toContain(
      '"Telefon" for cellPhone (near: "Phone"). Its columns without a field are "Phone", "Notes".',
    );
    expect(error.message).toContain('"optional": ["Telefon"]');
  });

  test('none if the column is optional, or another column has its field', async () => {
    const optional = settingsOf({ ...phones, optional: ['telefon'] });
    expect((await planText('Mail address\na@example.com\n', { settings: optional })).totals.records).toBe(1);
    const given = 'Mail address,Cell phone\na@example.com,1\n';
    expect((await planText(given, { settings: settingsOf(phones) })).totals.records).toBe(1);
  });

  test('a header alone', async () => {
    expect(await planFailure('Name,E-mail\n\n')).toMatchObject({ code: 'no_rows' });
  });
});

test('columns without a header are allowed while they are blank', async () => {
  const { totals } = await planText('E-mail,,\na@example.com,,\n');
  expect(totals.columns.map(({ header, target }) => [header, target?.field])).toEqual([
    ['E-mail', 'email'],
    ['column B', undefined],
    ['column C', undefined],
  ]);
});

describe('ignored columns', () => {
  const sheet = 'E-mail,Fax,Id,Notes\na@example.com,1,2,3\n';

  test('are named by the profile, even if they are named like a field, and listed in a note', async () => {
    const settings = settingsOf({ ignore: ['fax', 'ID', 'Notes', 'Other'] });
    const { totals, records } = await planText(sheet, { settings });
    expect(records).toEqual([[2, { email: 'a@example.com' }]]);
    expect(totals.notes).toEqual(['Ignored, as the profile says: "Fax", "Id", "Notes"']);
  });

  test('leave no other column out', async () => {
    const error = await planFailure(sheet, settingsOf({ ignore: ['Fax', 'Id'] }));
    expect(error).toMatchObject({ code: 'unknown_columns', columns: ['Notes'] });
  });

  test('are counted beyond what a mail can list', async () => {
    const header = ['E-mail', ...Array.from({ length: 500 }, (_, index) => `Question ${index}`)];
    const settings = settingsOf({ unknownColumns: 'ignore' });
    const { totals } = await planText(`${header.join(',')}\na@example.com${','.repeat(500)}\n`, { settings });
    expect(totals.notes).toHaveLength(4);
    for (const note of totals.notes) expect(note.length).toBeLessThan(300);
    expect(totals.notes[0]).toMatch(/^Ignored, as the profile says: "Question 0", "Question 1", /u);
    expect(totals.notes[3]).toMatch(/"Question \d+" and \d+ more$/u);
  });
});

describe('joined columns', () => {
  const header = 'Last name,First name,E-mail,City,Street';
  const join = {
    name: ['First name', 'Last name'],
    'customFields.Home': { columns: ['street', 'city'], with: ', ' },
  };
  const names = { join: { name: join.name }, ignore: ['City', 'Street'] };

  test('become one field, in the order of the profile and without blank cells', async () => {
    const rows = ' Li ,Ada,a@example.com,Bonn,\nBo,,b@example.com,,\n,,c@example.com,,\n';
    const settings = settingsOf({ join: { name: join.name }, ignore: ['City', 'Street'] });
    const { records, totals } = await planText(`${header}\n${rows}`, { settings });
    expect(records).toEqual([
      [2, { name: 'Ada Li', email: 'a@example.com' }],
      [3, { name: 'Bo', email: 'b@example.com' }],
      [4, { email: 'c@example.com' }],
    ]);
    expect(totals.columns.map((column) => [column.header, column.target?.field, column.partOf])).toEqual([
      ['Last name', undefined, 'name'],
      ['First name + Last name', 'name', undefined],
      ['E-mail', 'email', undefined],
      ['City', undefined, undefined],
      ['Street', undefined, undefined],
    ]);
  });

  test('have between them what the profile states, which may be nothing', async () => {
    const name = { columns: join.name, with: '' };
    const settings = settingsOf({ join: { name }, ignore: ['City', 'Street'] });
    const { records } = await planText(`${header}\nLi,Ada,a@example.com,,\n`, { settings });
    expect(records).toEqual([[2, { name: 'AdaLi', email: 'a@example.com' }]]);
  });

  test('are named together where a cell of one is wrong, or their text', async () => {
    const long = 'x'.repeat(150);
    const rows = `#N/A,Ada,a@example.com,,\n1.23E+11,Ada,b@example.com,,\n${long},${long},c@example.com,,\n`;
    const { problems } = await planText(`${header}\n${rows}`, { settings: settingsOf(names) });
    expect(problems.map(({ row, name }) => [row, name])).toEqual(
      [2, 3, 4].map((row) => [row, 'First name + Last name']),
    );
  });

  test('of dates have one format, and are separated as the profile says', async () => {
    const issues = { schema: 'issue', lookup: 'identifier', timeZone: 'UTC' };
    const settings = settingsOf({ ...issues, join: { dueDate: ['Day', 'Time'] }, ignore: ['Due date'] });
    const text = 'Identifier,Day,Time,Due date\n1,31/01/2026,9:30,x\n2,01/02/2026,,x\n';
    const { records } = await planText(text, { settings });
    expect(records).toMatchObject([
      [2, { dueDate: '2026-01-31T09:30:00+00:00' }],
      [3, { dueDate: expect.stringContaining('2026-02-01') }],
    ]);
    const owners = settingsOf({
      schema: 'interestAccount',
      lookup: 'name',
      join: { address: join['customFields.Home'] },
    });
    const sheet = await planText('Name,City,Street\nAda,Bonn,Weg 1\n', { settings: owners });
    expect(sheet.records).toEqual([[2, { name: 'Ada', address: 'Weg 1, Bonn' }]]);
  });

  test('stop the run if one is missing, is there twice, or another column has the field', async () => {
    const missing = 'First name,E-mail\nAda,a@example.com\n';
    expect(await planFailure(missing, settingsOf(names))).toMatchObject({ columns: ['Last name'] });
    const optional = settingsOf({ ...names, optional: ['Last name'] });
    expect((await planText(missing, { settings: optional })).records).toMatchObject([[2, { name: 'Ada' }]]);
    const twice = 'First name,Last name,Last name,E-mail\nAda,Li,Bo,a@example.com\n';
    expect(await planFailure(twice, settingsOf(names))).toMatchObject({ code: 'unknown_columns' });
    const full = 'First name,Last name,Name,E-mail\nAda,Li,Ada Li,a@example.com\n';
    expect(await planFailure(full, settingsOf(names))).toMatchObject({ code: 'twin_columns' });
  });
});
