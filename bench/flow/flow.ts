import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addressesSchema, type Addresses } from '@sluice/local';
import { spawnLeashed, type Leashed } from '@sluice/local/leash';
import { createClient } from '@sluice/client';
import { z } from 'zod';
import { wholeNumber, FlagError, type Bench, type Running } from '../bench.ts';
import { count, seconds } from '../figures.ts';
import { watchMemory } from './memory.ts';
import { clientsSheet } from './sheet.ts';

const bin = fileURLToPath(new URL('../../packages/cli/bin/sluice.js', import.meta.url));
const runSchema = z.looseObject({
  runId: z.string(),
  status: z.string(),
  counts: z.record(z.string(), z.int()),
});

/**
 * The main job at size: time to ready, rows per second end to end and peak memory. With `--kill` the whole system is
 * killed with SIGKILL once, half way, and started again on the same data.
 */
export const flow: Bench = {
  what: 'a sheet of clients, from the drop to the last record, and the memory it takes',
  flags: '[rows, 10000] [--kill]',
  run: (argv, running) => {
    const unknown = argv.find((word) => !/^[\d_,]+$/.test(word) && word !== '--kill');
    if (unknown !== undefined) throw new FlagError(`${unknown}: expected a number of rows, or --kill.`);
    const rows = argv.find((word) => word !== '--kill') ?? '10000';
    return measure({ rows: wholeNumber('rows', rows), kill: argv.includes('--kill') }, running);
  },
};

interface Options {
  readonly rows: number;
  readonly kill: boolean;
}

async function measure({ rows, kill }: Options, { folder, say, show }: Running): Promise<void> {
  const file = join(folder, 'clients.csv');
  await writeFile(file, clientsSheet(rows));
  let local = await startLocal(folder);
  const ready = local.readyAfter;
  const memory = watchMemory(() => local.child.pid);
  const begun = Date.now();
  const argv = ['drop', file, '--schema', 'client', '--lookup', 'email', '--no-wait', '--format', 'json'];
  const { runId } = runSchema.pick({ runId: true }).parse(JSON.parse(await sluice(folder, argv)));
  if (kill) {
    await untilHalfWay(local.addresses, runId, rows);
    await local.release();
    say(`Killed after ${seconds(Date.now() - begun)}.`);
    local = await startLocal(folder);
  }
  const run = await untilEnded(local.addresses, runId);
  const elapsed = Date.now() - begun;
  const { found, doubled } = await countBench(local.addresses);
  const peak = memory.stop();
  await local.release();
  say(`Ended ${run.status}: ${JSON.stringify(run.counts)}.`);
  show({
    title: `A sheet of ${count(rows)} clients, from the drop to the last record${kill ? ', killed half way' : ''}`,
    head: ['ready in', 'end to end', 'rows per second', 'peak memory', 'found', 'doubled'],
    rows: [
      [
        seconds(ready),
        seconds(elapsed),
        count(Math.round((rows * 1000) / elapsed)),
        `${peak} MB`,
        count(found),
        count(doubled),
      ],
    ],
    notes: ['The memory is that of the whole machine under `sluice local`, the database included.'],
  });
}

interface Local extends Leashed {
  readonly addresses: Addresses;
  readonly readyAfter: number;
}

async function startLocal(folder: string): Promise<Local> {
  const begun = Date.now();
  const leashed = spawnLeashed([process.execPath, bin, 'local'], { cwd: folder });
  leashed.child.stdout.resume();
  leashed.child.stderr.pipe(process.stderr);
  let isAlive = true;
  void leashed.ended.then(() => (isAlive = false));
  const localJson = join(folder, '.sluice', 'local.json');
  for (;;) {
    const fresh = await stat(localJson).then(
      (found) => found.mtimeMs >= begun,
      () => false,
    );
    if (fresh) break;
    if (!isAlive) throw new Error('The system did not start.');
    await pause(50);
  }
  const readyAfter = Date.now() - begun;
  const addresses = addressesSchema.parse(JSON.parse(await readFile(localJson, 'utf8')));
  return { ...leashed, addresses, readyAfter };
}

const execute = promisify(execFile);

async function sluice(cwd: string, argv: readonly string[]): Promise<string> {
  return (await execute(process.execPath, [bin, ...argv], { cwd })).stdout;
}

/** One run as the history has it. Asked directly: a process for each look would take a core from what is measured. */
async function lookAt({ history }: Addresses, runId: string): Promise<z.infer<typeof runSchema> | undefined> {
  const headers = { Authorization: `Bearer ${history.token}` };
  const response = await fetch(`${history.baseUrl}/runs/${runId}`, { headers });
  return response.ok ? runSchema.parse(await response.json()) : undefined;
}

async function untilHalfWay(addresses: Addresses, runId: string, rows: number): Promise<void> {
  for (;;) {
    const run = await lookAt(addresses, runId);
    if ((run?.counts['created'] ?? 0) > rows / 4 || run?.status === 'succeeded') return;
    await pause(100);
  }
}

async function untilEnded(addresses: Addresses, runId: string): Promise<z.infer<typeof runSchema>> {
  const going = ['reading', 'queued', 'checking', 'importing'];
  for (;;) {
    const run = await lookAt(addresses, runId);
    if (run !== undefined && !going.includes(run.status)) return run;
    await pause(250);
  }
}

/** How many of the sheet's people the service holds: neither lost nor doubled. */
async function countBench({ dataAccess }: Addresses): Promise<{ found: number; doubled: number }> {
  const client = createClient(dataAccess);
  const seen = new Set<string>();
  let found = 0;
  for await (const user of client.items('getUsers', { fields: ['email'], limit: 1000 })) {
    if (!String(user.email).endsWith('@bench.example')) continue;
    found += 1;
    seen.add(String(user.email));
  }
  return { found, doubled: found - seen.size };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
