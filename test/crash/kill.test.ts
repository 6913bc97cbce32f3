import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@sluice/client';
import type { Addresses } from '@sluice/demo/addresses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressesIn, startedIn } from '../running-system.ts';
import { startSluice, type SluiceProcess } from '../sluice-process.ts';

const rows = 1500;
const runSchema = z.looseObject({
  runId: z.string(),
  status: z.string(),
  counts: z.record(z.string(), z.int()),
  submissions: z.array(z.looseObject({ phase: z.string(), importId: z.string().nullable() })),
});

function sheet(): string {
  const lines = Array.from(
    { length: rows },
    (_, index) => `"Ünal, Ada ${index}",ada-${index}@kill.example,00${index}`,
  );
  return `Name,E-mail,Cell Phone\r\n${lines.join('\r\n')}\r\n`;
}

describe('kill -9 while a sheet is being imported, and a restart', () => {
  let cwd: string;
  let local: SluiceProcess;
  let run: z.infer<typeof runSchema>;
  let addresses: Addresses;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'sluice-kill-test-'));
    await writeFile(join(cwd, 'people.csv'), sheet());
    local = await startedIn(cwd);
    const argv = ['drop', 'people.csv', '--schema', 'client', '--lookup', 'email', '--format', 'json'];
    const drop = startSluice('sluice', argv, cwd);
    await drop.said('importing');
    local.kill();
    await local.ended;
    local = await startedIn(cwd);
    // The same command goes on following: it finds the system again.
    run = runSchema.parse(JSON.parse((await drop.ended).stdout));
    addresses = await addressesIn(cwd);
  }, 240_000);

  afterAll(async () => {
    local.interrupt();
    await local.ended;
    await rm(cwd, { recursive: true, force: true });
  });

  it('ends with every row created and the sums matching (invariant 1)', () => {
    expect(run.status).toBe('succeeded');
    expect(run.counts).toMatchObject({ read: rows, created: rows, failed: 0, notAttempted: 0, unknown: 0 });
  });

  it('holds each person once, and nobody is missing (invariant 3)', async () => {
    const found: string[] = [];
    const users = createClient(addresses.dataAccess).items('getUsers', { fields: ['email'], limit: 1000 });
    for await (const { email } of users) if (email?.endsWith('@kill.example')) found.push(email);
    expect(found).toHaveLength(rows);
    expect(new Set(found).size).toBe(rows);
  });

  it('has an importId for every submission (invariant 4)', () => {
    expect(run.submissions.map(({ phase }) => phase)).toEqual(['dry', 'real', 'dry', 'real', 'dry', 'real']);
    for (const { importId } of run.submissions) expect(importId).toMatch(/\S/);
  });

  it('sends one mail (invariant 6)', async () => {
    const store = z.object({ emails: z.array(z.looseObject({ subject: z.string() })) });
    const { emails } = store.parse(await (await fetch(`${addresses.mail.url}/store`)).json());
    expect(emails.filter(({ subject }) => subject.startsWith('people.csv'))).toHaveLength(1);
  });

  it('writes no cell value and no secret into a log (invariant 15)', async () => {
    for await (const file of glob(join(cwd, '.sluice', 'logs', '*'))) {
      const text = await readFile(file, 'utf8');
      expect(text).not.toContain('Ünal');
      expect(text).not.toContain('@kill.example');
      expect(text).not.toContain(addresses.dataAccess.apiSecret);
    }
  });
});
