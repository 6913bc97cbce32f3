/**
 * The main job at size, on this machine: `npm run bench -- [rows] [--kill]`.
 * Prints the time to ready, rows per second end to end and peak memory. With `--kill` the whole system is killed with
 * SIGKILL once, half way, and started again on the same data.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressesSchema, type Addresses } from '@sluice/local';
import { createClient } from '@sluice/client';
import { z } from 'zod';
import { watchMemory } from './memory.ts';
import { clientsSheet } from './sheet.ts';

const bin = fileURLToPath(new URL('../packages/cli/bin/sluice.js', import.meta.url));
const runSchema = z.looseObject({
  runId: z.string(),
  status: z.string(),
  counts: z.record(z.string(), z.int()),
});

async function main(): Promise<void> {
  const rows = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10_000);
  const kill = process.argv.includes('--kill');
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const file = join(folder, 'clients.csv');
  await writeFile(file, clientsSheet(rows));
  let local = await startLocal(folder);
  const memory = watchMemory(() => local.child.pid);
  const begun = Date.now();
  const dropped = runSchema
    .pick({ runId: true })
    .parse(
      JSON.parse(
        await sluice(
          folder,
          'drop',
          file,
          '--schema',
          'client',
          '--lookup',
          'email',
          '--no-wait',
          '--format',
          'json',
        ),
      ),
    );
  if (kill) {
    await untilHalfWay(local.addresses, dropped.runId, rows);
    local.child.kill('SIGKILL');
    await once(local.child, 'exit');
    console.log(`killed       after ${seconds(Date.now() - begun)}`);
    local = await startLocal(folder);
  }
  const run = await untilEnded(local.addresses, dropped.runId);
  const elapsed = Date.now() - begun;
  console.log(`ended        ${run.status} ${JSON.stringify(run.counts)}`);
  console.log(
    `end to end   ${rows} rows in ${seconds(elapsed)}, ${Math.round((rows * 1000) / elapsed)} rows per second`,
  );
  console.log(`peak memory  ${memory.stop()} MB, everything on this machine included`);
  console.log(`users found  ${await countBench(local.addresses)} of ${rows}`);
  local.child.kill('SIGINT');
  await once(local.child, 'exit');
  await rm(folder, { recursive: true, force: true });
}

interface Local {
  readonly child: ChildProcess;
  readonly addresses: Addresses;
}

async function startLocal(folder: string): Promise<Local> {
  const begun = Date.now();
  const child = spawn(process.execPath, [bin, 'local'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const localJson = join(folder, '.sluice', 'local.json');
  for (;;) {
    const fresh = await stat(localJson).then(
      (found) => found.mtimeMs >= begun,
      () => false,
    );
    if (fresh) break;
    await pause(50);
  }
  console.log(`ready        in ${seconds(Date.now() - begun)}`);
  return { child, addresses: addressesSchema.parse(JSON.parse(await readFile(localJson, 'utf8'))) };
}

async function sluice(folder: string, ...argv: string[]): Promise<string> {
  const child = spawn(process.execPath, [bin, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  await once(child, 'close');
  return stdout;
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
async function countBench({ dataAccess }: Addresses): Promise<number> {
  const client = createClient(dataAccess);
  const seen = new Set<string>();
  let found = 0;
  for await (const user of client.pages('getUsers', { fields: ['email'], limit: 1000 })) {
    if (!String(user.email).endsWith('@bench.example')) continue;
    found += 1;
    seen.add(String(user.email));
  }
  if (seen.size !== found) console.log(`DOUBLED      ${found - seen.size}`);
  return found;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

await main();
