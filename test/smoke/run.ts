/**
 * Tries what people do on a deployed stack, or on the system on this machine: `npm run smoke -- --stack NAME`. See
 * docs/deploying.md. Exit codes: 0 when everything passed and was removed, 1 when something failed or was left, 2 for wrong
 * options, 3 when something could not be checked, 5 when there is no such stack, 130 when interrupted.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCode, reportText } from './report.ts';
import { openPlace } from './place.ts';
import { OptionError, readOptions } from './settings.ts';
import { runSmoke } from './run-smoke.ts';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      console.log('\nInterrupted: removing what was made. Again to end at once.');
      stop.abort();
    });
  const place = await openPlace(options, process.env, stop.signal);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-smoke-'));
  try {
    const report = await runSmoke(place, { folder, signal: stop.signal, share: options.share });
    console.log(reportText(report));
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    return exitCode(report);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await place.own?.stop();
  }
}

/** As the command line calls how it ends. */
const codes: Readonly<Record<string, number>> = { usage: 2, nothingRuns: 5 };
const exitOf = (error: unknown): string =>
  error instanceof Error && 'exit' in error ? String(error.exit) : '';

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof OptionError ? 2 : (codes[exitOf(error)] ?? 1);
}
