import { reasonText } from '@sluice/contract';
import { memorySource, openSheet } from '@sluice/sheets';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { planText, settingsOf } from '../testing/plans.ts';
import { planSteps } from './plan-steps.ts';
import type { PlannedBatch } from '../model/plan-types.ts';

describe('records', () => {
  test('take their fields from headers as people write them, and keep the row number of the spreadsheet', async () => {
    const { records, totals } = await planText(
      'Name,E-mail,Cell Phone\n\n"Zoë, \n the 2nd",zoe@example.com,0151 22\nBob,bob@example.com,\n',
    );
    expect(records).toEqual([
      [3, { name: 'Zoë, \n the 2nd', email: 'zoe@example.com', cellPhone: '0151 22' }],
      [4, { name: 'Bob', email: 'bob@example.com' }],
    ]);
    expect(totals).toMatchObject({ rows: 2, records: 2, failed: 0, skipped: 0, batches: 1 });
  });

  test('a profile names columns, sets constants, and states which blank cells clear a field', async () => {
    const settings = settingsOf({
      columns: { 'Mobile / SMS': 'cell phone' },
      constants: { timezone: 'Europe/Berlin' },
      blanks: { 'Mobile / SMS': 'clear', homePhone: 'clear' },
      unknownColumns: 'ignore',
    });
    const { records } = await planText(
      'Email,mobile/sms,Home Phone,Shoe size\na@example.com, ,1,42\nb@example.com,2,,43\n',
      { settings },
    );
    expect(records).toEqual([
      [2, { email: 'a@example.com', cellPhone: null, homePhone: '1', timezone: 'Europe/Berlin' }],
      [3, { email: 'b@example.com', cellPhone: '2', homePhone: null, timezone: 'Europe/Berlin' }],
    ]);
  });

  test('a column named __proto__ does no harm', async () => {
    const settings = settingsOf({ unknownColumns: 'ignore' });
    const { records } = await planText('Email,__proto__,constructor\na@example.com,x,y\n', { settings });
    expect(records).toEqual([[2, { email: 'a@example.com' }]]);
    expect({}).not.toHaveProperty('x');
  });

  test('cells beyond the header may be blank', async () => {
    expect((await planText('Email\na@example.com,,\n')).records).toHaveLength(1);
  });
});

describe('every wrong row is named in one pass', () => {
  test('with each thing that is wrong with it', async () => {
    const { problems, totals, records } = await planText(
      [
        'Name,E-mail,Time zone,Is suspended,,Last contact date',
        'Ann,not-an-address,ring me,maybe,,01/02/2026',
        'Bob,,,,,',
        'Cy,cy@example.com',
        'Dee,dee@example.com,,,stray,',
        'Eve,eve@example.com,,yes,,2026-02-01,extra',
        'Fay,fay@example.com,,no,,2026-02-01',
      ].join('\n'),
    );
    expect(problems.map(({ row, name }) => [row, name])).toEqual([
      [2, 'E-mail'],
      [2, 'Time zone'],
      [2, 'Is suspended'],
      [2, 'Last contact date'],
      [3, 'E-mail'],
      [4, undefined],
      [5, 'Column E'],
      [6, undefined],
    ]);
    expect(problems.map((problem) => reasonText(problem, { values: false })).join()).not.toMatch(
      /not-an-address|ring me|maybe|01\/02|stray|extra/u,
    );
    expect(problems.map(({ value }) => value).filter((value) => value !== undefined)).toEqual([
      'not-an-address',
      'ring me',
      'maybe',
      '01/02/2026',
      'stray',
    ]);
    expect(problems[5]).toEqual({
      row: 4,
      code: 'wrong_cells',
      says: 'This row has 2 cells, but the header has 6.',
    });
    expect(records.map(([row]) => row)).toEqual([7]);
    expect(totals).toMatchObject({ rows: 6, records: 1, failed: 5, skipped: 0 });
  });

  test('a row with a delimiter too many, though its last cell is blank', async () => {
    const rows = ['Ann,ann@example.com,', 'Bo,b,bob@example.com,', 'Cid,cid@example.com,'];
    const { problems, records } = await planText(['Name,E-mail,Time zone', ...rows].join('\n'));
    expect(problems).toMatchObject([{ row: 3, says: expect.stringContaining('This row has 4') as unknown }]);
    expect(records.map(([row]) => row)).toEqual([2, 4]);
  });

  test('but a delimiter at the end of every row is none too many', async () => {
    const { totals } = await planText('Name,E-mail\nAnn,ann@example.com,\nBob,bob@example.com,\n');
    expect(totals).toMatchObject({ records: 2, failed: 0 });
  });

  test('two rows with the same lookup are both wrong, and each names the other', async () => {
    const { problems, totals, opened } = await planText(
      'Name,E-mail\nAnn,ann@example.com\nBob,bob@example.com\nAnna, ANN@example.com\nAnnie,ann@example.com\n',
    );
    const keepOne = 'Keep one of the rows, or make both equal.';
    expect(problems.map((problem) => [problem.row, reasonText(problem)])).toEqual([
      [2, `E-mail \`ann@example.com\` is also in row 4. ${keepOne}`],
      [4, `E-mail \`ANN@example.com\` is also in row 2. ${keepOne}`],
      [5, `E-mail \`ann@example.com\` is also in row 2. ${keepOne}`],
    ]);
    expect(totals).toMatchObject({ rows: 4, records: 1, failed: 3, skipped: 0 });
    expect(opened).toBe(2);
  });

  test('a wrong row still names its twin, and is counted once', async () => {
    const { problems, totals } = await planText(
      'Is suspended,E-mail\nnone,ann@example.com\nno,ann@example.com\n',
    );
    expect(problems.map(({ row, name }) => [row, name])).toEqual([
      [2, 'Is suspended'],
      [2, 'E-mail'],
      [3, 'E-mail'],
    ]);
    expect(totals).toMatchObject({ rows: 2, records: 0, failed: 2, batches: 0 });
  });
});

describe('byte-equal twins', () => {
  test('are sent once and skipped after that', async () => {
    const { records, skipped, problems, totals } = await planText(
      'Name,E-mail\nAnn,ann@example.com\nAnn,ann@example.com\nBob,bob@example.com\nAnn,ann@example.com\n',
    );
    expect(records.map(([row]) => row)).toEqual([2, 4]);
    expect(skipped).toEqual([
      { row: 3, twinOf: 2 },
      { row: 5, twinOf: 2 },
    ]);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ rows: 4, records: 2, failed: 0, skipped: 2 });
  });

  test('that are wrong are reported, not skipped', async () => {
    const { problems, totals } = await planText('E-mail,Is suspended\na@example.com,x\na@example.com,x\n');
    expect(problems.map(({ row }) => row)).toEqual([2, 3]);
    expect(totals).toMatchObject({ failed: 2, skipped: 0 });
  });

  test('rows that only share a hash are not twins: each is sent once (invariant 9)', async () => {
    const text = 'Name,E-mail\nA,a@example.com\nB,b@example.com\nC,no\nB,b@example.com\nD,d@example.com\n';
    const { records, skipped, problems, totals } = await planText(text, {
      hash: (_, pair) => pair.set([0, 7]),
    });
    expect(records.map(([row]) => row)).toEqual([2, 3, 6]);
    expect(skipped).toEqual([{ row: 5, twinOf: 3 }]);
    expect(problems.map(({ row }) => row)).toEqual([4]);
    expect(totals).toMatchObject({ rows: 5, records: 3, failed: 1, skipped: 1, batches: 1 });
  });

  test('a sheet without a repeated lookup is read once', async () => {
    expect((await planText('E-mail\na@example.com\nb@example.com\n')).opened).toBe(1);
  });
});

describe('batches', () => {
  const people = (count: number) =>
    ['Name,E-mail', ...Array.from({ length: count }, (_, at) => `Zoë ${at},p${at}@example.com`)].join('\n');

  test('cannot be read after the next step: their memory is used again', async () => {
    const open = () => openSheet(memorySource(Buffer.from(people(5))));
    const late: PlannedBatch[] = [];
    for await (const step of planSteps({ open, settings: settingsOf({ batchSize: 2 }) }))
      if (step.kind === 'batch') late.push(step.batch);
    expect(late.map(({ rows }) => rows)).toEqual([[2, 3], [4, 5], [6]]);
    expect(() => late[0]?.body).toThrow('Batch 1 must be read before the next step.');
    expect(() => late[1]?.sha256).toThrow('Batch 2 must be read before the next step.');
  });

  test('have at most as many records as the settings allow, in order, with the sha256 of their bytes', async () => {
    const { batches } = await planText(people(1201));
    expect(
      batches.map(({ number, rows, firstRow, lastRow }) => [number, rows.length, firstRow, lastRow]),
    ).toEqual([
      [1, 500, 2, 501],
      [2, 500, 502, 1001],
      [3, 201, 1002, 1202],
    ]);
    for (const { body, sha256, bytes } of batches) {
      expect(createHash('sha256').update(Buffer.from(body)).digest('hex')).toBe(sha256);
      expect(Buffer.byteLength(body)).toBe(bytes);
      expect(JSON.parse(body)).toMatchObject([{ schema: 'client', lookup: 'email' }]);
    }
  });

  test('are small at first, and from the ninth on large, unless the settings set their size', async () => {
    const sizesOf = async (settings = settingsOf()) =>
      (await planText(people(6100), { settings })).batches.map(({ rows }) => rows.length);
    expect(await sizesOf()).toEqual([...Array.from({ length: 8 }, () => 500), 2000, 100]);
    expect(await sizesOf(settingsOf({ batchSize: 2500 }))).toEqual([2500, 2500, 1100]);
  });

  test('have at most as many bytes as the settings allow', async () => {
    const settings = { ...settingsOf(), batchBytes: 300 };
    const { batches, records } = await planText(people(50), { settings });
    expect(batches.length).toBeGreaterThan(5);
    expect(batches.every(({ bytes }) => bytes <= 300)).toBe(true);
    expect(records.map(([row]) => row)).toEqual(Array.from({ length: 50 }, (_, at) => at + 2));
  });

  test('a record that fits into no batch is a problem of its row', async () => {
    const settings = { ...settingsOf(), batchBytes: 100 };
    const { problems } = await planText(`Name,E-mail\n${'x'.repeat(60)},a@example.com\n`, { settings });
    expect(problems).toEqual([
      { row: 2, code: 'row_too_large', says: expect.stringContaining('one request takes') },
    ]);
  });

  test('are the same however the bytes are chunked (invariant 14)', async () => {
    const text = `${people(300)}\nZoë 7,p7@example.com\nother,p8@example.com`;
    const whole = await planText(text);
    expect(whole).toMatchObject({ skipped: [{ row: 302, twinOf: 9 }], totals: { failed: 2 } });
    for (const chunk of [1, 7, 1000]) expect(await planText(text, { chunk })).toEqual(whole);
  });
});
