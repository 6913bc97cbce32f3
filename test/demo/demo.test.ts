import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSluice, type Ended } from '../sluice-process.ts';

describe('the demo, from the upload to the mail', () => {
  let cwd: string;
  let demo: Ended;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'sluice-demo-test-'));
    demo = await startSluice('sluice-demo', [], { cwd }).ended;
  }, 200_000);
  afterAll(async () => {
    const left = resultFile();
    if (left !== '') await rm(dirname(left), { recursive: true, force: true });
    await rm(cwd, { recursive: true, force: true });
  });

  const resultFile = (): string => /saved as (\S+new-clients\.result\.csv)/.exec(demo.stdout)?.[1] ?? '';

  it('ends by itself with 0', () => {
    expect(demo, demo.stderr).toMatchObject({ status: 0 });
  });

  it('shows what became of the rows', () => {
    expect(demo.stdout).toMatch(/^All 1,\d{3} rows of this file are in the records\.$/m);
    expect(demo.stdout).toMatch(/^ {2}rows +1,\d{3} read: 1,\d{3} created$/m);
  });

  it('shows the mail that was sent for each drop', () => {
    expect(demo.stdout.match(/^ {2}From: .+\n {2}To: +ops@example\.com\n {2}Subject: +\S.+$/gm)).toHaveLength(
      2,
    );
  });

  it('shows the history with the importIds of dry run and real run', () => {
    expect(demo.stdout).toMatch(/batch 1 +dry +succeeded +\S+ +1 attempt/);
    expect(demo.stdout).toMatch(/batch 1 +real +succeeded +\S+ +1 attempt/);
  });

  it('leaves the result sheet behind, with a status for every row', async () => {
    const text = await readFile(resultFile(), 'utf8');
    expect(text).toMatch(/^\uFEFF.*"Status"."Reason"."Record id"."Reason code"."Reference"\r?\n/);
    expect(text).not.toContain('not attempted');
  });

  it('names the five rows of the second sheet with their reasons, and writes none of it', () => {
    const [, second = ''] = demo.stdout.split('five mistakes is dropped');
    expect(second).toContain('Nothing was imported: 5 of the ');
    expect(second.match(/^ {2}Row \d+: \S/gm)).toHaveLength(5);
  });

  it('shows its figures', () => {
    expect(demo.stdout).toMatch(/time to ready +[\d.]+ s/);
    expect(demo.stdout).toMatch(/rows per second end to end/);
  });

  it('leaves nothing in the folder where it was started, and nothing running', async () => {
    expect(await readdir(cwd)).toStrictEqual([]);
    const [, service = ''] = /service +(http:\S+)/.exec(demo.stdout) ?? [];
    await expect(fetch(service)).rejects.toThrow('fetch failed');
  });
});
