import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { dropFormats } from '../../packages/import-plan/src/testing/drops.ts';
import { everyText, memorySource } from '@sluice/sheets';
import { linesOf, staged, type Staged } from './staging.ts';
import { storedText } from '../stored-text.ts';
import { buckets } from '../simulation/cloud.ts';

const header = [
  ...['Nr', 'Login', 'First', 'Last', 'Mobile', 'Home', 'User', 'Since', 'Till', 'Note'],
  ...['Partner', 'Partner mail', 'Kind'],
];

/** Each way in which a field can differ from its cell: computed, joined, repaired, mapped, split, replaced, read in another form. */
const profile = {
  schema: 'client',
  lookup: 'email',
  batchSize: 4,
  invalidRows: 'skip',
  unknownColumns: 'ignore',
  rows: { except: { Kind: 'gone' } },
  columns: { Mobile: 'cellPhone', Home: 'homePhone', Kind: 'isSuspended', Since: 'firstContactDate' },
  transforms: {
    cellPhone: [{ phone: 'DE' }],
    homePhone: [{ replace: '/', with: ' ' }, { after: ':' }, { before: ' (' }],
    isSuspended: [{ map: { aktiv: 'no', passiv: 'yes' } }],
    firstContactDate: [{ date: 'D. MMMM YYYY', language: 'de' }],
  },
  records: [
    {
      columns: { Till: 'lastContactDate', User: 'username' },
      transforms: {
        lastContactDate: ['excelDate'],
        username: [{ part: '[a-z]+\\d' }, 'upper'],
        name: [{ default: 'x' }, 'trim', 'title'],
      },
      join: { name: ['First', 'Last'] },
      compute: { email: 'row["Login"] + "@example.com"' },
    },
    {
      columns: { Partner: 'name', 'Partner mail': 'email' },
      transforms: { name: [{ split: ',', take: 1 }], email: ['email', 'lower'] },
    },
  ],
};

/** The cells of a person. All but two are hers alone; the first is the number of somebody else's row. */
const cellsOf = (n: number): string[] => [
  ...[`${10 - n}`, `login${n}`, `FRIDA${n}`, `QUUXÃ¼${n}`, `0151 234 567 8${n}`, `tel:030/99887${n} (home)`],
  ...[`<user${n}>`, `${n}. März 2001`, `${41_570 + n}`, `note${n}, "word${n}"\nsecond line${n}`],
  ...[`Partner${n}, P.`, `Partner ${n} <PARTNER${n}@example.com>`, 'Aktiv'],
];
const refused = cellsOf(5).with(7, 'no day5');
const filtered = cellsOf(6).with(12, 'gone');
/** The second one is there twice. */
const rows = [cellsOf(1), cellsOf(2), cellsOf(3), cellsOf(2), refused, filtered, cellsOf(7)];
/** Her cells, and what the profile makes of them. */
const hers = [
  ...cellsOf(2)
    .slice(1, 12)
    .flatMap((cell) => cell.match(/[^\n"]{5,}/gu) ?? []),
  ...['Login2', 'Frida2', 'Quuxü2', '+4915123456782', '030 998872', 'USER2', '2001-03-02', '2013-10-25'],
  ...['partner2'],
];

/** How she may be named: by her cells, and by what is stored of them. */
const names = [
  ...['login2', 'Login2@example.com', 'FRIDA2 Quuxü2', '0151 234 567 82', '+4915123456782', '030 998872'],
  ...['tel:030/998872 (home)', 'user2', 'second line2', 'partner2@example.com', 'her id'],
];

const titled = Buffer.concat([
  Buffer.from('Members of the club,,\nas of today,,\n\n'),
  dropFormats.csv.write(header, rows),
]);
const files: Record<string, { readonly bytes: Uint8Array; readonly reading?: object }> = {
  'members.csv': { bytes: dropFormats.csv.write(header, rows) },
  'titled.csv': { bytes: titled },
  'semicolons.csv': { bytes: dropFormats.csv.write(header, rows, ';') },
  'headless.csv': {
    bytes: dropFormats.csv.write(rows[0] ?? [], rows.slice(1)),
    reading: { columns: header },
  },
  'tabs.tsv': { bytes: dropFormats.csv.write(header, rows, '\t') },
  'packed.csv.gz': { bytes: gzipSync(dropFormats.csv.write(header, rows)) },
  'lines.jsonl': { bytes: dropFormats.jsonl.write(header, rows) },
  'book.xlsx': { bytes: dropFormats.xlsx.write(header, rows) },
  'book.ods': { bytes: dropFormats.ods.write(header, rows) },
};

async function imported(name: string) {
  const { bytes, reading } = files[name]!;
  const world = staged({ isOurs: true, profile: { ...profile, ...(reading && { reading }) } });
  const runId = world.drop(`inbox/members/${name}`, bytes);
  await world.settle();
  const { status, reason } = await world.runOf(runId);
  expect({ status, reason }).toEqual({ status: 'partly_succeeded', reason: expect.anything() });
  return { world, runId };
}

const isWorkbook = (key: string) => /\.(?:xlsx|ods)$/u.test(key);

async function textIn(key: string, bytes: Uint8Array): Promise<string> {
  if (!isWorkbook(key)) return Buffer.from(storedText(bytes), 'latin1').toString();
  const texts: string[] = [];
  for await (const text of everyText(memorySource(bytes))) texts.push(text);
  return texts.join('\n');
}

/** Every byte of the flow: all versions of its objects, its history, messages and mails. */
async function everything(world: Staged, runId: string): Promise<Map<string, string>> {
  const objects: [string, string][] = [];
  for (const bucket of [buckets.drops, buckets.files])
    for (const { key, versions } of world.s3.versions(bucket, ''))
      for (const { versionId, bytes } of versions)
        objects.push([`${key} ${versionId}`, await textIn(key, bytes)]);
  const history = [
    await world.ledger.run(runId),
    await world.ledger.events(runId),
    world.mails,
    world.deadLetters,
  ];
  return new Map([...objects, ['history', JSON.stringify(history)]]);
}

const holding = (kept: ReadonlyMap<string, string>, words: readonly string[]) =>
  [...kept].flatMap(([place, text]) =>
    words.filter((word) => text.includes(word)).map((word) => `${place}: ${word}`),
  );
const placesOf = (kept: ReadonlyMap<string, string>) =>
  [...kept.keys()].map((place) => place.split(' ')[0] ?? '');

/** How many objects have other versions than before. */
function changedObjects(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const gone = [...before.keys()].filter((place) => !after.has(place));
  return new Set(gone.map((place) => place.split(' ')[0])).size;
}

/** What a run holds of others: their records, problems and lines of the result sheet, as they are stored. */
function ofOthers(kept: ReadonlyMap<string, string>) {
  const isOfOthers = (part: string) => part !== '' && !hers.some((word) => part.includes(word));
  const at = (folder: string) =>
    [...kept].filter(([place]) => place.split('/')[2]?.startsWith(folder)).map(([, text]) => text);
  return {
    records: at('batches')
      .flatMap((text) => text.match(/\{[^{}@]*@[^{}]*\}/gu)?.filter(isOfOthers) ?? [])
      .toSorted(),
    problems: at('problems').flatMap((text) => text.split('\n').filter(isOfOthers)),
    lines: at('results')
      .filter((text) => text.startsWith('\ufeff'))
      .flatMap((text) => text.split(/\r\n/u).filter((line) => isOfOthers(line) && /\w/u.test(line))),
  };
}

const few = ['Login2@example.com', 'second line2', 'her id'];
const all = Object.keys(files).flatMap((name, at) =>
  (at === 0 ? names : few).map((named) => [name, named] as const),
);

describe('a person who is erased', () => {
  it.each(all)(
    'is in no stored byte, and every other row is as it was: from %s by %s',
    async (name, named) => {
      const { world, runId } = await imported(name);
      const before = await everything(world, runId);
      expect(holding(before, hers).length).toBeGreaterThan(20);
      const id = world.service.records.get('login2@example.com')?.id ?? '';
      const { body } = await world.erase(named === 'her id' ? id : named);
      expect(JSON.parse(body)).toMatchObject({ runs: [{ runId, left: [] }] });
      const after = await everything(world, runId);
      expect(holding(after, hers)).toEqual([]);
      expect(placesOf(after).filter((place) => /inbox|\.rows$|erasing/u.test(place))).toEqual([]);
      const others = ofOthers(after);
      expect(others).toEqual(ofOthers(before));
      expect(others.records).toHaveLength(6);
    },
  );
});

describe('a person in a row that was not imported', () => {
  it.each([
    ['refused', 'login5', 'day5'],
    ['filtered out', 'login6', 'user6'],
  ])('is erased by what the row says: %s', async (_kind, login, word) => {
    const { world, runId } = await imported('members.csv');
    await world.erase(login);
    expect(holding(await everything(world, runId), [login, word])).toEqual([]);
    expect(linesOf(await world.resultOf(runId)).join('\n')).toContain('login7');
  });
});

describe('a person whose drop has expired', () => {
  it.each(['members.csv', 'book.xlsx'])(
    'is erased from %s by a cell that only the packed rows have',
    async (name) => {
      const { world, runId } = await imported(name);
      const [drop] = world.s3.versions(buckets.drops, 'inbox/');
      for (const { versionId } of drop?.versions ?? [])
        world.s3.removeVersion({ bucket: buckets.drops, key: drop!.key, versionId });
      const before = await everything(world, runId);
      const { body } = await world.erase('second line2');
      const after = await everything(world, runId);
      expect(holding(after, hers)).toEqual([]);
      expect(JSON.parse(body)).toMatchObject({ runs: [{ objects: changedObjects(before, after) }] });
    },
  );

  it('is erased from a sheet without a header, of which nobody knows any more where its rows are', async () => {
    const { world, runId } = await imported('headless.csv');
    const [drop] = world.s3.versions(buckets.drops, 'inbox/');
    for (const { versionId } of drop?.versions ?? [])
      world.s3.removeVersion({ bucket: buckets.drops, key: drop!.key, versionId });
    await world.erase('login2@example.com');
    expect(holding(await everything(world, runId), hers)).toEqual([]);
    expect(await world.resultOf(runId)).toBeUndefined();
  });
});

describe('an erase of somebody else', () => {
  it('leaves no mark in a run that held only a person who was erased before', async () => {
    const { world, runId } = await imported('members.csv');
    await world.erase('login2@example.com');
    const before = await everything(world, runId);
    for (const record of ['login9@example.com', 'Frida9 Quuxü9']) {
      const { body } = await world.erase(record);
      expect(JSON.parse(body)).toMatchObject({ runs: [] });
    }
    expect(await everything(world, runId)).toEqual(before);
  });
});

describe('an erase that dies', () => {
  it('is completed by the next one, whatever was gone already and whoever asks', async () => {
    let deaths = 0;
    for (let after = 1; ; after += 1) {
      const { world, runId } = await imported('members.csv');
      world.crash('eraseRuns', after);
      const asked = { record: 'login2@example.com', receipt: 'the receipt of the first' };
      await world.until(world.call('eraseRuns', '/erase', asked));
      if (world.deaths() === 0) break;
      deaths += 1;
      const events = async () =>
        (await world.ledger.events(runId)).filter(({ type }) => type === 'erased').length;
      const [begun, of] = [await events(), await world.erase('login9@example.com')];
      expect(JSON.parse(of.body)).toMatchObject({ runs: [] });
      expect(await events()).toBe(begun);
      await world.erase('login2@example.com');
      const kept = await everything(world, runId);
      expect(holding(kept, hers), `after ${after} effects`).toEqual([]);
      expect(placesOf(kept).filter((place) => place.includes('/erasing/'))).toEqual([]);
    }
    expect(deaths).toBeGreaterThan(20);
  });
});
