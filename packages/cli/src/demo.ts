import { CliError } from './cli-error.ts';
import { runDemo } from './demo/run-demo.ts';
import { exitCodes } from './exit-codes.ts';
import { endProcess, processIo, sayWhy, sleepUnless } from './process-io.ts';

const usage = `Usage: sluice-demo

Starts the whole system on this machine in a folder of its own, drops a sheet of new clients and one with five
mistakes, shows what came back, and stops everything. Exit codes: 0 all went as it should; 1 it did not.
`;

/** So that a demo that hangs says so. It takes far less. */
const limitSeconds = 180;

/** The process of `npm run demo`. */
export async function main(argv: readonly string[]): Promise<void> {
  const { out, paint, services: world } = processIo();
  const isHelp = argv.includes('--help');
  if (isHelp || argv.length > 0) {
    if (isHelp) await out(usage);
    else world.voice.say(usage);
    endProcess(exitCodes[isHelp ? 'ok' : 'usage'].status);
    return;
  }
  const limit = AbortSignal.timeout(limitSeconds * 1000);
  const signal = AbortSignal.any([world.signal, limit]);
  const show = (lines: readonly string[]): void => void out(`${lines.join('\n')}\n`);
  const begun = world.now().getTime();
  try {
    await runDemo({ show, paint, services: { ...world, signal, sleep: sleepUnless(signal) } });
    show([
      '',
      `The demo took ${((world.now().getTime() - begun) / 1000).toFixed(1)} s, and everything is stopped.`,
    ]);
    endProcess(exitCodes.ok.status);
  } catch (error) {
    const why = limit.aborted
      ? new CliError('failed', `The demo did not end within ${limitSeconds} seconds.`)
      : error;
    endProcess(exitCodes[sayWhy(why, world)].status);
  }
}
