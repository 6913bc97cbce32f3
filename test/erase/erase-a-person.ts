import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../local-run/database.ts';
import type { RunningSystem } from '../running-system.ts';
import { storedText } from '../stored-text.ts';

const person = 'zelda.quist@example.org';
/** Her address and her name, and nobody else's. */
const words = /zelda|quist/iu;

const sheets = {
  'one.csv': `E-mail,Name\r\n Zelda.Quist@Example.org,Zelda Quist\r\nbob.keeps@example.org,"Bob ""B"" Keeps"\r\n`,
  'two.csv': `email;name\n${person};"Quist; Zelda"\nbob.keeps@example.org;Bob Kept\n`,
  'refused.csv': `email,name,colour\n${person},Zelda Quist,red\n`,
  'bad.csv': `email,name,contact\n${person},Zelda Quist,x\n`,
  'gone.csv': `email,deleted\n${person},yes\n`,
};

const runSchema = z.looseObject({
  runId: z.string(),
  status: z.string(),
  approval: z.looseObject({ plan: z.looseObject({ sha256: z.string() }) }).optional(),
  timeline: z.array(z.looseObject({ type: z.string(), data: z.looseObject({}).optional() })).optional(),
});
const historySchema = z.looseObject({ record: z.looseObject({ id: z.string() }) });
const erasureSchema = z.looseObject({
  receipt: z.string().optional(),
  service: z.object({ objects: z.int(), busy: z.array(z.string()) }),
  runs: z.array(
    z.looseObject({
      runId: z.string(),
      objects: z.int(),
      removed: z.array(z.string()),
      refused: z.boolean().optional(),
    }),
  ),
});

/** Everything that the system keeps: its files, and the items of its tables. */
async function kept(system: RunningSystem): Promise<{ readonly place: string; readonly text: string }[]> {
  const folder = join(system.folder, '.sluice');
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  // The pages of a database also have what was overwritten, so its tables are read instead.
  const files = names.filter((name) => name.isFile() && !name.parentPath.endsWith('dynamodb'));
  const texts = files.map(async ({ parentPath, name }) => {
    const place = join(parentPath, name);
    return { place, text: storedText(await readFile(place)) };
  });
  return [...(await Promise.all(texts)), ...(await items(system))];
}

async function items(system: RunningSystem) {
  const client = await openDatabase(system.folder, await system.addresses());
  const found: { place: string; text: string }[] = [];
  for (const TableName of (await client.listTables({})).TableNames ?? [])
    for (let ExclusiveStartKey: Record<string, never> | undefined; ;) {
      const page = await client.scan({ TableName, ExclusiveStartKey });
      for (const item of page.Items ?? [])
        found.push({ place: `${TableName} ${item['pk']?.S} ${item['sk']?.S}`, text: JSON.stringify(item) });
      ExclusiveStartKey = page.LastEvaluatedKey as Record<string, never> | undefined;
      if (ExclusiveStartKey === undefined) break;
    }
  client.destroy();
  return found;
}

const placesOf = async (system: RunningSystem, word: RegExp) =>
  (await kept(system)).filter(({ text }) => word.test(text)).map(({ place }) => place);

export const erasingAPerson = (system: RunningSystem) =>
  describe('a person whose record is deleted and erased', () => {
    async function json<T>(schema: z.ZodType<T>, ...argv: string[]): Promise<T & { exit: number | null }> {
      const { status, stdout } = await system.sluice(...argv, '--format', 'json');
      return { ...schema.parse(JSON.parse(stdout)), exit: status };
    }
    const drop = (name: keyof typeof sheets) =>
      json(runSchema, 'drop', name, '--schema', 'client', '--lookup', 'email');
    const erase = (...more: string[]) =>
      json(erasureSchema, 'erase', '--record', ' Zelda.Quist@example.ORG', ...more);

    let first: z.infer<typeof runSchema>;
    let deletion: z.infer<typeof runSchema>;
    beforeAll(async () => {
      for (const [name, text] of Object.entries(sheets)) await writeFile(join(system.folder, name), text);
      first = await drop('one.csv');
      const second = await drop('two.csv');
      await system.sluice('undo', second.runId);
      await drop('refused.csv');
      await drop('bad.csv');
      deletion = await drop('gone.csv');
    }, 240_000);

    it('is not erased from a run that has not ended', async () => {
      expect(deletion.status).toBe('awaiting_approval');
      const { exit, receipt, runs } = await erase('--dry-run');
      expect({ exit, receipt }).toEqual({ exit: 3, receipt: undefined });
      expect(runs.filter(({ refused }) => refused)).toMatchObject([{ runId: deletion.runId, objects: 0 }]);
      expect(await placesOf(system, words)).not.toEqual([]);
    }, 120_000);

    it('is in no byte of what is kept afterwards, while others are, and nothing was altered', async () => {
      const plan = deletion.approval?.plan.sha256.slice(0, 12) ?? '';
      expect((await system.sluice('approve', deletion.runId, '--plan', plan)).status).toBe(0);

      const { record } = await json(historySchema, 'history', 'client', person);
      const { exit, receipt = '', service, runs } = await erase();
      expect(exit).toBe(0);
      expect(service.objects).toBeGreaterThan(5);
      expect(runs).toHaveLength(5);
      const gone = runs.flatMap(({ removed }) => removed.map((key) => key.replace(/^runs\/\w+/u, 'run')));
      expect(gone.toSorted()).toEqual([
        ...Object.keys(sheets)
          .map((name) => `inbox/client/email/${name}`)
          .toSorted(),
        // What the console reads in parts is packed, so it goes as a whole. The sheets are rewritten.
        'run/results/gone.csv.rows',
        'run/results/one.csv.rows',
        'run/results/plan of gone.csv.rows',
        'run/results/two.csv.rows',
        'run/results/undo of two.csv.rows',
        'run/results/waiting-1/gone.csv.rows',
      ]);
      expect(await placesOf(system, words)).toEqual([]);
      expect(await placesOf(system, /bob\.keeps@example\.org/u)).not.toEqual([]);
      expect(await erase()).toMatchObject({ service: { objects: 0 }, runs: [] });

      await system.sluice('run', first.runId, '--result', 'result.csv');
      const sheet = await readFile(join(system.folder, 'result.csv'), 'utf8');
      expect(sheet.split('\r\n')).toEqual([
        expect.stringContaining('Record id'),
        ',,,,,,',
        expect.stringContaining('"bob.keeps@example.org","Bob ""B"" Keeps","created"'),
        '',
      ]);

      const { timeline = [] } = await json(runSchema, 'run', first.runId);
      const commitment = createHash('sha256').update(`${receipt} ${person}`).digest('hex');
      const erased = timeline.filter(({ type }) => type === 'erased');
      expect(erased).toMatchObject([{ data: { record: commitment, objects: 4, by: expect.any(String) } }]);
      // No value leads to her record any more, not even to somebody who guesses it.
      for (const value of [person, 'Zelda Quist'])
        expect((await system.sluice('history', 'client', value)).status).toBe(2);
      const history = (await system.sluice('history', 'client', record.id)).stdout;
      expect(history).toMatch(/eraseRecord by .*gone\.csv, row 2.*values are no longer stored/su);
      expect(history).not.toMatch(words);
      expect((await system.sluice('audit', 'verify')).stdout).toContain('Nothing was altered');
      expect((await system.sluice('audit', 'verify', '--panel')).stdout).toContain('Nothing was altered');
    }, 240_000);
  });
