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
    expect(error.message).toMatch(/Expected: columns such as .*cellPhone/u);
  });

  test('thousands of unknown columns, of which it names the first', async () => {
    const header = ['E-mail', ...Array.from({ length: 5000 }, (_, index) => `Person number ${index + 1}`)];
    const error = await planFailure(`${header.join(',')}\n`);
    expect(error).toMatchObject({ code: 'unknown_columns', column: 'Person number 1' });
    expect(error.message).toContain('"Person number 20" and 4980 more. Expected');
    expect(error.message.length).toBeLessThan(3000);
  });

  test('a sheet without a header row, whose first row is not repeated', async () => {
    const error = await planFailure('Ann,ann@example.com\nBob,bob@example.com\n');
    expect(error).toMatchObject({ code: 'no_known_column', columns: [] });
    expect(error.message).not.toContain('ann@example.com');
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
    expect(error.message).toContain('the sheet lacks a column that the profile test maps:');
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
    expect(totals.notes).toEqual(['Ignored columns, as the profile says: "Fax", "Id", "Notes".']);
  });

  test('leave no other column out', async () => {
    const error = await planFailure(sheet, settingsOf({ ignore: ['Fax', 'Id'] }));
    expect(error).toMatchObject({ code: 'unknown_columns', columns: ['Notes'] });
  });

  test('are counted beyond what a mail can list', async () => {
    const header = ['E-mail', ...Array.from({ length: 500 }, (_, index) => `Question ${index}`)];
    const settings = settingsOf({ unknownColumns: 'ignore' });
    const { totals } = await planText(`${header.join(',')}\na@example.com${','.repeat(500)}\n`, { settings });
    expect(totals.notes[0]).toMatch(/^Ignored columns, .*"Question 0", .* and \d+ more\.$/u);
    expect(totals.notes[0]?.length).toBeLessThan(1000);
  });
});
