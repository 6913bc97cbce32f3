import { describe, expect, test } from 'vitest';
import { oneSheet, names, row, text } from '../../../sheets/src/testing/workbook.ts';
import { planText, settingsOf } from '../testing/plans.ts';

const accounts = (profile: object = {}) =>
  settingsOf({ schema: 'interestAccount', lookup: 'ownerNumber', ...profile });

/** The codes of the cells of these addresses, in rows from 2; undefined for one that is stored. */
async function codesOf(addresses: readonly string[], profile: object = {}) {
  const lines = addresses.map((address, at) => `A-${at},"${address}"`);
  const { problems, records } = await planText(`Owner number,Address\n${lines.join('\n')}\n`, {
    settings: accounts(profile),
  });
  return {
    codes: addresses.map((_, at) => problems.find((problem) => problem.row === at + 2)?.code),
    problems,
    stored: records.map(([, record]) => (record as { address?: string }).address),
  };
}

const empty =
  'NULL|null|(null)|(NULL)|<NULL>|[null]|NaN|nan|NAN|<NA>|NaT|N/A|n/a|undefined| NULL |(n/a)'.split('|');

describe('a word for no value', () => {
  test('is refused with the step that makes it blank', async () => {
    const { codes, problems } = await codesOf(empty);
    expect(codes).toEqual(empty.map(() => 'empty_word'));
    expect(problems[0]?.says).toBe(
      'is a word for no value. Clear the cell; a profile can make such words blank with `map`.',
    );
  });

  test('is blank where the profile says so, and stays in a profile that keeps all text', async () => {
    const transforms = { Address: [{ map: { NULL: '' } }, { otherwise: 'keep' }] };
    expect((await codesOf(['NULL', 'Weg 1'], { transforms })).stored).toEqual([undefined, 'Weg 1']);
    expect((await codesOf(['NULL'], { reading: { text: 'keep' } })).stored).toEqual(['NULL']);
  });

  test('is refused as a part of a joined field', async () => {
    const settings = settingsOf({ join: { name: ['First', 'Last'] } });
    const { problems } = await planText('First,Last,E-mail\nAda,NULL,a@example.com\n', { settings });
    expect(problems).toMatchObject([{ row: 2, name: 'First + Last', code: 'empty_word' }]);
  });

  test('is no name', async () => {
    const names = ['Null', 'Nan', 'Nathan', 'None', 'NA', 'no', '-', 'nullable', 'Undefined Ltd', 'Nina'];
    expect((await codesOf(names)).stored).toEqual(names);
  });
});

test('an error of a formula is refused in any language', async () => {
  const errors =
    '#N/A|#NV|#WERT!|#BEZUG!|#¿NOMBRE?|#¡DIV/0!|#ИМЯ?|#Н/Д|#VALEUR!|#N/D|#NAAM?|#SAKNAS!|#DĚLENÍ_NULOU!|#ÉRTÉK!|#BAŞV!|#ΤΙΜΗ!|#SPILL!|Err:508|Fehler:502|Erreur :504'.split(
      '|',
    );
  expect((await codesOf(errors)).codes).toEqual(errors.map(() => 'failed_formula'));
  const texts = ['#1', '#12 Main St', '# 5', 'Suite:500', 'Wing: 508', '#hashtag'];
  expect((await codesOf(texts)).stored).toEqual(texts);
});

test('a column that was too narrow has lost its digits', async () => {
  const cells = ['##', '########', ' ##### '];
  expect((await codesOf(cells)).codes).toEqual(cells.map(() => 'lost_digits'));
});

test('a number of more than 15 digits in a workbook has lost digits, and a text has not', async () => {
  const long = '4111111111111110';
  const rows = [
    `<c r="A2"><v>${long}</v></c>${text('B2', 'Weg 1')}`,
    `${text('A3', '4111111111111111')}${text('B3', 'Weg 2')}`,
    `<c r="A4"><v>123456789012345</v></c>${text('B4', 'Weg 3')}`,
    `<c r="A5"><v>${long}</v></c>${text('B5', 'Weg 4')}`,
  ].map((cells, at) => row(at + 2, cells));
  const header = names(1, 'A', 'B').replace('>A<', '>Owner number<').replace('>B<', '>Address<');
  const { problems, records } = await planText(oneSheet(header + rows.join('')), { settings: accounts() });
  const lost = { name: 'Owner number', code: 'lost_digits', value: long };
  expect(problems).toMatchObject([
    { row: 2, ...lost },
    { row: 5, ...lost },
  ]);
  expect(records.map(([, record]) => record)).toMatchObject([
    { ownerNumber: '4111111111111111' },
    { ownerNumber: '123456789012345' },
  ]);
});

describe('a field of the site', () => {
  const sheet = 'Name,Owner number,Acres\nElm,T-4,3.000\nFir,T-5,"1.250,5"\nAsh,T-6,12\nOak,T-7,"A.1"\n';
  const profile = { columns: { Acres: 'customFields.Acres' } };
  const acresOf = async (more: object) =>
    (await planText(sheet, { settings: accounts({ ...profile, ...more }) })).records.map(
      ([, record]) => (record as { Acres?: unknown }).Acres,
    );

  test('has the numbers of the decimals that the profile states for all columns', async () => {
    expect(await acresOf({ decimals: 'comma' })).toEqual([3000, 1250.5, '12', 'A.1']);
    expect(await acresOf({ decimals: 'point' })).toEqual([3, '1.250,5', '12', 'A.1']);
    expect(await acresOf({})).toEqual(['3.000', '1.250,5', '12', 'A.1']);
    const { totals } = await planText(sheet, { settings: accounts({ ...profile, decimals: 'comma' }) });
    expect(totals.notes).toContain(
      'Column "Acres": numbers are read with a decimal comma, as the profile says.',
    );
  });

  test('has the dates of the order that the profile states for all columns', async () => {
    const dates = 'Owner number,customFields.Seen\nT-4,03/04/2026\nT-5,2026-01-02\nT-6,soon\n';
    const { records } = await planText(dates, { settings: accounts({ dates: 'dmy' }) });
    expect(records.map(([, record]) => (record as { Seen?: unknown }).Seen)).toEqual([
      '2026-04-03',
      '2026-01-02',
      'soon',
    ]);
  });
});
