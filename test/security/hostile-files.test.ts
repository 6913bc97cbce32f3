import { readFile } from 'node:fs/promises';
import { recordNamed } from '@sluice/aws-kit/erasure';
import { createMemoryObjects } from '@sluice/aws-kit/erasure/testing';
import { answerErase } from '@sluice/flow/erase/answer-erase';
import { dropHolds } from '@sluice/flow/erase/drop-holds';
import { emailNotifier } from '@sluice/flow/notify/notifier';
import { ObjectNotDecrypted } from '@sluice/flow/ports';
import { readDrop } from '@sluice/flow/read/read-drop';
import { reportRun } from '@sluice/flow/report/report-run';
import { runKeys } from '@sluice/flow/run-objects';
import { captureLog } from '@sluice/flow/testing/log-lines';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { createMemoryMailer } from '@sluice/flow/testing/memory-ports';
import { memoryReading } from '@sluice/flow/testing/memory-reading';
import { plannedRun } from '@sluice/flow/testing/planned-run';
import { runIdOf } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FileBudget } from '../../packages/sheets/src/model/file-budget.ts';
import { names, row, text, workbook } from '../../packages/sheets/src/testing/workbook.ts';
import type { ZipPart } from '../../packages/sheets/src/testing/zip.ts';
import { attacks } from './hostile-sheets.ts';

captureLog();
afterEach(() => vi.restoreAllMocks());

const key = 'inbox/client/email/people.csv';
const now = () => new Date('2026-03-01T08:00:00.000Z');
const people = 'email,name\na@example.com,Ann\n';
const bomb = await readFile(new URL('../../packages/sheets/corpus/xlsx/zip-bomb.xlsx', import.meta.url));

/** What stands for any fault of the reader. */
const overlong = () => {
  vi.spyOn(FileBudget.prototype, 'make').mockImplementation(() => {
    throw new RangeError('Invalid string length');
  });
};
const plain = workbook({ sheets: [{ rows: names(1, 'email') + row(2, text('A2', 'a@example.com')) }] });

describe('a drop that cannot be read', () => {
  function setUp(bytes: Uint8Array | string) {
    const services = memoryReading(now);
    const drop = { bucket: 'drops', key, versionId: 'v1', bytes: bytes.length, droppedBy: 'somebody' };
    services.drops.putVersion({ key, versionId: 'v1' }, Buffer.from(bytes));
    const run = () => services.ledger.run(runIdOf(drop));
    return { drop, services, run };
  }
  const rejected = (code: string) => ({ status: 'rejected', reasonCodes: [code], trackers: 1 });

  it.each(Object.entries(attacks).filter(([, { options }]) => options === undefined))(
    'as %s ends its run, whose tracker sends the mail (invariant 11)',
    async (_, { bytes }) => {
      const { drop, services, run } = setUp(bytes(4_000));
      await readDrop(drop, services);
      expect(await run()).toMatchObject({ status: 'rejected', trackers: 1 });
    },
  );

  it('for a fault of the reader ends its run with a reason, since each try would fail (invariants 11, 14)', async () => {
    overlong();
    const { drop, services, run } = setUp(plain);
    await expect(readDrop(drop, services)).resolves.toBeUndefined();
    expect(await run()).toMatchObject(rejected('unreadable_file'));
  });

  it('for a fault of the outside comes back instead', async () => {
    const { drop, services, run } = setUp(people);
    let calls = 0;
    async function* stream() {
      yield Buffer.from(people);
      if ((calls += 1) === 1) throw new RangeError('the network is down');
    }
    await expect(readDrop(drop, { ...services, drops: { ...services.drops, stream } })).rejects.toThrow(
      'network',
    );
    expect(await run()).toMatchObject({ status: 'reading' });
  });

  it.each([
    ['comes back if it got further', 3000, false, 'reading'],
    ['ends if it did not get further', 1, false, 'rejected'],
    ['ends at the last try', 3000, true, 'rejected'],
  ])('in the time of its function %s', async (_, rows, isLast, status) => {
    const lines = Array.from({ length: rows }, (_, at) => `row${at}@example.com,${'x'.repeat(90)}\n`);
    const { drop, services, run } = setUp(`email,name\n${lines.join('')}`);
    let chunks = 0;
    const leftMs = () => ((chunks += 1) > 3 || rows === 1 ? 19_000 : 60_000);
    const read = readDrop(drop, { ...services, time: { leftMs, isLast } });
    if (status === 'reading') await expect(read).rejects.toThrow('takes too long');
    else await expect(read).resolves.toBeUndefined();
    expect(await run()).toMatchObject({ status });
    if (status === 'rejected') expect(await run()).toMatchObject(rejected('reading_too_slow'));
    else expect(await services.ledger.batches(runIdOf(drop))).not.toEqual([]);
  });
});

describe('a run whose workbook cannot be copied', () => {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts><font/></fonts><fills><fill/></fills><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`;
  const rows = [row(2, text('A2', 'row2@example.com')), row(3, text('A3', 'row3@example.com'))].join('');
  const theme = (bytes: string) => (parts: ZipPart[]) => [
    ...parts.map((part) => {
      if (part.name === 'xl/styles.xml') return { ...part, bytes: styles };
      if (!part.name.endsWith('workbook.xml.rels')) return part;
      const link = `<Relationship Id="t" Type="x/theme" Target="theme.xml"/></Relationships>`;
      return { ...part, bytes: String(part.bytes).replace('</Relationships>', link) };
    }),
    { name: 'xl/theme.xml', bytes, deflated: true },
  ];
  const other = { rows: '<row/>'.repeat(1_000_000) };
  const book = (change: (parts: ZipPart[]) => ZipPart[], others = [] as { rows: string }[]) =>
    workbook({ sheets: [{ rows: names(1, 'email') + rows }, ...others], formats: [], change });
  const packed = (parts: ZipPart[]) => theme('<a/>')(parts).map((part) => ({ ...part, deflated: true }));

  it.each([
    ['nothing is wrong', book(theme('<a/>')), 'people.xlsx'],
    ['its other sheets take too much room', book(packed, [other, other, other, other]), 'people.xlsx.csv'],
    ['its theme is a bomb', book(theme('x'.repeat(17_000_000))), 'people.xlsx.csv'],
    ['its theme is damaged', damaged(book(theme('<a>theme</a>'))), 'people.xlsx.csv'],
  ])('is reported where %s, and can be undone then', async (_, bytes, result) => {
    const [ledger, files, drops] = [createMemoryLedger({ now }), createMemoryFiles(), createMemoryFiles()];
    await plannedRun({ ledger, files, now });
    drops.putVersion({ key, versionId: 'v1' }, bytes);
    const at = now().toISOString();
    await ledger.moveRun('run1', { type: 'rejected', at, reason: 'wrong rows' });
    const run = {
      ...(await ledger.run('run1'))!,
      fileName: 'people.xlsx',
      bytes: bytes.length,
      sheetName: 'Sheet1',
    };
    const mailer = createMemoryMailer();
    const services = { ledger: { ...ledger, run: async () => run }, files, drops, filesBucket: 'files', now };
    const ports = { notifier: emailNotifier(mailer), newId: () => 'reporter' };
    await expect(reportRun('run1', { ...services, ...ports })).resolves.toBe('sent');
    const { notice, resultKey } = (await ledger.run('run1'))!;
    expect({ state: notice?.state, resultKey }).toEqual({
      state: 'sent',
      resultKey: runKeys.result('run1', result),
    });
    const sheet = Buffer.from(files.objects.get(resultKey ?? '') ?? []);
    expect(sheet.subarray(0, 2).toString() === 'PK').toBe(result.endsWith('.xlsx'));
    if (result.endsWith('.csv')) expect(sheet.toString()).toContain('row3@example.com');
  });

  function damaged(bytes: Buffer): Buffer {
    const at = bytes.lastIndexOf('xl/theme.xml') - 46;
    bytes.writeUInt32LE(7, at + 16);
    return bytes;
  }
});

describe('an erase of everybody', () => {
  const record = 'zoe@example.com';

  /** Two runs that ended: one of a drop that holds the record, and one of another drop. */
  async function setUp(bytes: Uint8Array, clock = now) {
    const ledger = createMemoryLedger({ now });
    const [objects, drops] = [createMemoryObjects(), createMemoryFiles()];
    for (const runId of ['good', 'hostile']) {
      await plannedRun({ ledger, files: objects, now, runId });
      const at = now().toISOString();
      await ledger.moveRun(runId, { type: 'rejected', at, reason: 'wrong rows' });
      await ledger.moveRun(runId, { type: 'noticeChanged', at, notice: { state: 'sent', at } });
    }
    const runPage = async () => {
      const page = await ledger.runPage({ since: '2000', limit: 9 });
      return { runs: page.runs.map((run) => ({ ...run, versionId: run.runId })) };
    };
    drops.putVersion({ key, versionId: 'good' }, Buffer.from(`email\n${record}\n`));
    drops.putVersion({ key, versionId: 'hostile' }, Buffer.from(bytes));
    drops.about = async ({ versionId }) => ({ versionId, metadata: {} });
    const files = createMemoryFiles();
    const services = {
      ledger: { ...ledger, runPage },
      drops,
      files,
      objects,
      dropBucket: 'drops',
      keptDays: 400,
    };
    const inbox = { remove: async () => undefined, versions: async function* () {} };
    const asked = { record, receipt: 'a receipt of a person', dryRun: true };
    const erase = async () => {
      const runs: { readonly runId: string }[] = [];
      for (let cursor: unknown; ;) {
        const request = { method: 'POST', path: '/erase', headers: {}, query: {}, sourceIp: '127.0.0.1' };
        const body = JSON.stringify({ ...asked, cursor });
        const answer = await answerErase({ ...request, body }, { ...services, inbox, now: clock });
        const page = JSON.parse(String(answer.body)) as { runs: typeof runs; next?: unknown };
        runs.push(...page.runs);
        cursor = page.next;
        if (cursor === undefined) return runs;
      }
    };
    return { erase, objects, drops };
  }
  const left = [`drops/${key}: the file cannot be searched`];
  const found = expect.objectContaining({ runId: 'good', removed: [key], left: [] }) as unknown;
  const passedOver = expect.objectContaining({ runId: 'hostile', objects: 0, removed: [], left }) as unknown;

  it.each(Object.entries(attacks))('goes past %s', async (_, { bytes }) => {
    await expect((await setUp(bytes(4_000))).erase()).resolves.toContainEqual(found);
  });

  it('goes past a bomb, names it and leaves no event in its run', async () => {
    await expect((await setUp(bomb)).erase()).resolves.toEqual([passedOver, found]);
  });

  it('goes past a drop over which the reader fails, and one that cannot be decrypted', async () => {
    const world = await setUp(Buffer.from('PK\u0003\u0004 damaged'));
    await expect(world.erase()).resolves.toEqual([passedOver, found]);
    const { about } = world.drops;
    world.drops.about = async (ref) => {
      if (ref.versionId === 'hostile') throw new ObjectNotDecrypted('kms');
      return about(ref);
    };
    await expect(world.erase()).resolves.toEqual([passedOver, found]);
  });

  it('goes past a drop that takes too long', async () => {
    let time = now().getTime();
    const world = await setUp(Buffer.from(''), () => new Date(time));
    const { stream } = world.drops;
    world.drops.stream = async function* (ref, range) {
      if (ref.versionId !== 'hostile') return yield* stream(ref, range);
      for (const piece of ['email\n', 'x\n', 'y\n']) {
        yield Buffer.from(piece.repeat(40_000));
        time += 5_000;
      }
    };
    await expect(world.erase()).resolves.toContainEqual(passedOver);
  });

  it('goes past an object that is not what it should be', async () => {
    const world = await setUp(Buffer.from('email\nx@example.com\n'));
    await world.objects.put('runs/hostile/batches/00009-x.json', '{}');
    const object = 'runs/hostile/batches/00009-x.json: the object cannot be searched';
    const runs = await world.erase();
    expect(runs).toContainEqual(expect.objectContaining({ runId: 'hostile', left: [object] }));
    expect(runs).toContainEqual(found);
  });

  it('fails where the outside does, since a repeat may find what it did not', async () => {
    const world = await setUp(Buffer.from('email\n'));
    world.drops.stream = async function* () {
      yield* [];
      throw new Error('S3 is down');
    };
    await expect(world.erase()).rejects.toThrow('S3 is down');
    const run = { runId: 'r', key, versionId: 'v', bucket: 'drops', bytes: 9 };
    const files = createMemoryFiles();
    await expect(
      dropHolds(run as never, recordNamed(record, 'r'), { drops: world.drops, files, now }),
    ).rejects.toThrow('S3 is down');
  });
});
