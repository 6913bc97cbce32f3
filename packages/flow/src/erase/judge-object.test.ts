import { reasonOf } from '@sluice/contract';
import { recordNamed } from '@sluice/aws-kit/erasure';
import { resultColumns } from '@sluice/import-plan';
import { describe, expect, it } from 'vitest';
import { withoutRows } from './erase-lines.ts';
import { judgeObject, type KnownOfRun } from './judge-object.ts';

const record = recordNamed('ana@example.com', 'receipt');
const known = (more: Partial<KnownOfRun> = {}): KnownOfRun => ({
  record,
  isInDrop: true,
  areRowsKnown: false,
  rows: new Set(),
  down: 0,
  ...more,
});
const judged = (key: string, value: unknown, more?: Partial<KnownOfRun>) => {
  const found = judgeObject(`runs/r/${key}`, JSON.stringify(value), known(more));
  return typeof found === 'string' ? found : JSON.parse(found.text);
};

describe('a CSV without the rows of a record', () => {
  const rows = new Set<number>();
  it.each([
    [
      'a comma',
      'email,name\r\nANA@example.com ,Ana\r\nbob@example.com,Bob\r\n',
      'email,name\r\n,\r\nbob@example.com,Bob\r\n',
    ],
    ['a semicolon', 'email;name\nana@example.com;"A; na"\nb;"B ""x"""\n', 'email;name\n;\nb;"B ""x"""\n'],
    ['line breaks in cells', 'a,b,c\n"1\n2",ana@example.com,3\n"x\ny",z,\n', 'a,b,c\n,,\n"x\ny",z,\n'],
    ['titles above', '"A, b, c"\n\n"email";"x"\n"ana@example.com";"1"\n', '"A, b, c"\n\n"email";"x"\n;\n'],
    ['no last line break', 'a\tb\n1\t2\nana@example.com\t2', 'a\tb\n1\t2\n\t'],
    ['one column', 'email\nana@example.com\nbob\n', 'email\n\nbob\n'],
    ['nobody', '\uFEFFa,b\n"1" , 2\n', '\uFEFFa,b\n"1" , 2\n'],
  ])('keeps the bytes of the others: %s', (_name, csv, expected) => {
    expect(withoutRows(csv, { record, rows, down: 0 })).toBe(expected);
  });

  const result = (...lines: string[]) =>
    [`Nr,Name,${resultColumns.join()}`, ...lines].map((line) => `${line}\r\n`).join('');

  it.each([
    ['below its header', 0, result('3,Ana,,,,,', '2,"B\r\no",,,,,', '9,Cy,,,,,'), [2, 3]],
    [
      'a line lower where the drop has no header',
      1,
      result('3,Ana,,,,,', '1,"B\r\no",,,,,', '9,Cy,,,,,'),
      [1, 2],
    ],
    [
      'below titles and blank lines',
      0,
      `Title,\r\n\r\n${result('3,Ana,,,,,', '2,"B\r\no",,,,,', '9,Cy,,,,,')}`,
      [4, 5],
    ],
  ])(
    'finds a row of a result sheet where it stands, whatever its first cell: %s',
    (_name, down, csv, numbers) => {
      const expected = csv.replace('3,Ana', ',').replace(/\d,"B\r\no"/u, ',');
      expect(withoutRows(csv, { record, rows: new Set(numbers), down })).toBe(expected);
    },
  );

  it('keeps the number of a row that it knows by its number', () => {
    const csv = 'Row,Plan,Field\r\n5,update,name\r\n6,"update",name\r\n15,update,name\r\n';
    expect(withoutRows(csv, { record, rows: new Set([5]), down: 0 })).toBe(
      csv.replace('5,update,name', '5,,'),
    );
  });
});

describe('an object of a run', () => {
  const records = [
    { email: 'Ana@example.com', name: 'Ana' },
    { email: 'bob@example.com', name: 'Bob' },
  ];
  const batch = (kept: object[]) => ({
    v: 1,
    rows: [5, 6],
    body: JSON.stringify([{ schema: 'client', lookup: 'email', records: kept }]),
  });

  it('that is a batch loses the record, and gives the row', () => {
    const rows = new Set<number>();
    const erased = batch([{}, records[1]!]);
    expect(judged('batches/00001-a.json.gz', batch(records), { rows })).toEqual(erased);
    expect([...rows]).toEqual([5]);
  });

  it('that is a batch loses all records of a row', () => {
    const two = { ...batch([...records, { email: 'cy@example.com' }]), rows: [5, 5, 6] };
    const rows = new Set<number>();
    const left = { ...batch([{}, {}, { email: 'cy@example.com' }]), rows: [5, 5, 6] };
    expect(judged('batches/00001-a.json.gz', two, { rows })).toEqual(left);
  });

  it('that is a batch is not known to be erased by what an earlier erase has emptied', () => {
    const rows = new Set<number>();
    expect(judged('batches/00001-a.json.gz', batch([{}, records[1]!]), { rows })).toBe('clean');
    expect([...rows]).toEqual([]);
  });

  it('that is a batch of an export loses the digests of its values, too', () => {
    const of = (references: object) => ({ exported: { ifChanged: 'stop', references } });
    const whole = { ...batch(records), ...of({ 5: 'exp-e1-ana', 6: 'exp-e1-bob' }) };
    const erased = { ...batch([{}, records[1]!]), ...of({ 6: 'exp-e1-bob' }) };
    expect(judged('batches/00001-a.json.gz', whole)).toEqual(erased);
  });

  it('that is a batch of others stays as it is, in whatever order its parts were written', () => {
    const { body, ...rest } = batch([records[1]!]);
    expect(judged('batches/00001-a.json.gz', { ...rest, headers: { email: 'E-mail' }, body })).toBe('clean');
  });

  it('that is a batch of a migration also loses the record where an earlier step wrote it', () => {
    const { body } = batch(records);
    const others = { ...batch([records[1]!]), before: { body, records: 2 } };
    const before = { body: batch([{}, records[1]!]).body, records: 2 };
    expect(judged('batches/00001-a.json.gz', others)).toEqual({ ...others, before });
  });

  it.each([
    [
      'outcomes/00001-dry.json.gz',
      { row: 5, status: 'failed', reasons: [{ says: 'Name: …' }] },
      { row: 5, status: 'failed' },
    ],
    [
      'undone/00001-i.json',
      { row: 5, outcome: 'kept', recordId: 'x', reason: 'r' },
      { row: 5, outcome: 'kept', recordId: 'x' },
    ],
    [
      'outcomes/00001-dry.json.gz',
      { row: 9, status: 'failed', reasons: [{ value: 'ana@example.com' }] },
      { row: 9, status: 'failed' },
    ],
  ])('at %s keeps the outcome of the row', (key, row, expected) => {
    const other = { row: 6, status: 'failed', reason: 'stays' };
    expect(judged(key, [row, other], { rows: new Set([5]) })).toEqual([expected, other]);
    expect(judged(key, [expected, other], { rows: new Set([5]) })).toBe('clean');
  });

  it('that is a preview loses the name and the changes of the row', () => {
    const row = { row: 5, status: 'updated', recordId: 'x' };
    const preview = (one: object) => ({ v: 1, rows: [one, { row: 6, status: 'created' }], diffsOmitted: 0 });
    const found = judged(
      'previews/00001-0.json.gz',
      preview({ ...row, name: 'Ana', diff: { name: ['Ana', 'Anna'] } }),
      {
        rows: new Set([5]),
      },
    );
    expect(found).toEqual({ ...preview(row) });
  });

  it('that has problems loses the values of all, since another cell of a wrong row does not show whose it is', () => {
    const quoting = { row: 2, ...reasonOf('refused_by_service', { text: 'not ana@example.com' }) };
    const other = { row: 3, ...reasonOf('not_date'), name: 'Born' };
    const lines = [quoting, { ...other, value: 'May' }, { row: 4, twinOf: 2 }];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const left = [{ row: 2, ...reasonOf('erased') }, other, { row: 4, twinOf: 2 }];
    const exact = known({ areRowsKnown: true, rows: new Set([2]) });
    expect(judgeObject('runs/r/problems.jsonl', text, exact)).toEqual({
      text: text.replace(JSON.stringify(quoting), JSON.stringify(left[0])),
    });
    expect([...exact.rows]).toEqual([2, 4]);
    const found = judgeObject('runs/r/problems.jsonl', text, known());
    expect(found).toEqual({ text: left.map((line) => `${JSON.stringify(line)}\n`).join('') });
    expect(
      judgeObject('runs/r/problems.jsonl', text.replace('ana@', 'bo@'), known({ isInDrop: false })),
    ).toBe('clean');
  });

  it.each([
    ['results/clients.xlsx', true, [], 'remove'],
    ['results/clients.xlsx', false, [], 'clean'],
    ['results/clients.xlsx', false, [5], 'remove'],
    ['searches/00001-1-a.json.gz', false, [5], 'remove'],
    ['searches/00001-1-a.json.gz', false, [], 'clean'],
    ['refused.json', false, [5], 'remove'],
    ['erasing/a', true, [5], 'clean'],
    ['profile.json', true, [5], 'clean'],
  ] as const)('at %s, in the drop %s, rows %j: %s', (key, isInDrop, rows, expected) => {
    expect(judgeObject(`runs/r/${key}`, '{}', known({ isInDrop, rows: new Set(rows) }))).toBe(expected);
  });

  it('that is too large is removed if the run has the record', () => {
    expect(judgeObject('runs/r/results/a.csv', undefined, known())).toBe('remove');
  });
});
