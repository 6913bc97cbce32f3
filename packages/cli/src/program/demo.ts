import { countsText } from '@sluice/answers/run';
import { runDemo, type Stage } from '@sluice/demo/scenes';
import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';
import { inColumns, laidOut, type Lines } from '../io/columns.ts';
import { drop } from '../commands/drop.ts';
import { addressesOf, local } from '../commands/local.ts';
import { exitCodes } from '../io/exit-codes.ts';
import { endProcess, processIo, reportFailure, sleepUnless, type Io } from '../io/process-io.ts';
import { submissionsText } from '../views/run-details.ts';
import { runOutcome } from '../views/run-summary.ts';

const usage = `Usage: sluice-demo

Starts the whole system on this machine in a folder of its own, drops a sheet of new clients and one with five
mistakes, shows what came back, and stops everything. Exit codes: 0 everything went as expected; 1 it did not.
`;

/** A demo that hangs ends with a reason. Usually it takes far less time. */
const limitSeconds = 180;

/** The process of `npm run demo`. */
export async function main(argv: readonly string[]): Promise<void> {
  const io = processIo();
  const isHelp = argv.includes('--help');
  if (isHelp || argv.length > 0) {
    if (isHelp) await io.out(usage);
    else io.services.voice.say(usage);
    endProcess(exitCodes[isHelp ? 'ok' : 'usage'].status);
    return;
  }
  const limit = AbortSignal.timeout(limitSeconds * 1000);
  const signal = AbortSignal.any([io.services.signal, limit]);
  const stage = stageOf({ ...io, services: { ...io.services, signal, sleep: sleepUnless(signal) } });
  const begun = stage.now().getTime();
  try {
    await runDemo(stage);
    const took = ((stage.now().getTime() - begun) / 1000).toFixed(1);
    stage.show(['', `The demo took ${took} s, and everything is stopped.`]);
    endProcess(exitCodes.ok.status);
  } catch (error) {
    const why = limit.aborted
      ? new CliError('failed', `The demo did not end within ${limitSeconds} seconds.`)
      : error;
    endProcess(exitCodes[reportFailure(why, io.services)].status);
  }
}

/** The commands that the demo uses, and the terminal that shows their results. */
export function stageOf({ out, paint, width, services }: Io): Stage {
  const linesOf = (lines: Lines): string[] => (lines.length === 0 ? [] : laidOut(lines, width).split('\n'));
  return {
    show: (lines) => void out(`${lines.join('\n')}\n`),
    bold: paint.bold,
    columns: (rows) => linesOf(inColumns(rows)),
    printable,
    now: services.now,
    sleep: services.sleep,
    signal: services.signal,
    start: async (data) => {
      const started = await local({ data, fresh: true, easy: false }, services);
      const { running, localJson, milliseconds } = started;
      const { addresses, stop } = running;
      return { places: addressesOf(started), mailUrl: addresses.mail.url, localJson, milliseconds, stop };
    },
    drop: async ({ file, result, localJson }) => {
      const inside = { ...services, env: { ...services.env, SLUICE_LOCAL: localJson } };
      const folder = { schema: 'client', lookup: 'email' };
      const { ended } = await drop({ file, folder, wait: true, result }, inside);
      if (ended === undefined)
        throw new CliError('failed', `The run of ${file} was not followed to its end.`);
      const { run } = ended;
      return {
        run,
        failedRows: run.counts.failed,
        countsText: countsText(run.counts),
        summary: linesOf(runOutcome(ended, paint)),
        submissions: linesOf(submissionsText(run.submissions)),
      };
    },
  };
}
