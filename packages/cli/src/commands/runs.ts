import { runCountsText } from '@sluice/answers/run';
import type * as z from 'zod';
import { underHeadings, type Paint, type Lines } from '../io/columns.ts';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { time, printable } from '@sluice/contract/words';
import { commandLine } from '../io/shell.ts';
import { shortIds } from '../system/short-ids.ts';
import { createHistory, unreadableText } from '../system/history.ts';
import type { RunSummaryJson } from '@sluice/ledger/views';
import { statusText } from '../views/run-status.ts';
import type { Services } from '../io/services.ts';
import type { runsSchema } from './options.ts';
import { timesOf } from '../io/since.ts';

type RunsOptions = z.infer<typeof runsSchema>;

const newest = 100;

/** The import history, newest first. */
async function runs(options: RunsOptions, services: Services): Promise<RunSummaryJson[]> {
  const { all, import: importId, ...query } = options;
  if (query.dropper === 'me')
    throw new CliError(
      'usage',
      `--dropper me: expected who dropped the file, as \`${commandLine('run', 'ID')}\` shows it.`,
    );
  const list: RunSummaryJson[] = [];
  const filter = { ...query, ...timesOf(options, services), importId };
  const unreadable = (runId: string) =>
    services.voice.say(`Run ${runId} is left out: ${unreadableText(runId)}`);
  for await (const run of createHistory(services).runs(filter, unreadable)) {
    list.push(run);
    if (!all && list.length === newest) break;
  }
  return list;
}

function runsText(list: readonly RunSummaryJson[], paint: Paint): Lines {
  if (list.length === 0) return ['No runs.'];
  const head = ['run', 'started', 'status', 'file', 'rows'];
  const ids = shortIds(list.map(({ runId }) => runId));
  const rows = list.map((run, at) => [
    ids[at] ?? '',
    time(run.startedAt),
    statusText(run, paint),
    printable(run.key),
    runCountsText(run),
  ]);
  return [...underHeadings(head, rows), '', `One of them: ${commandLine('run', ids[0] ?? '')}`];
}

export const command: Command<RunsOptions, RunSummaryJson[]> = {
  run: runs,
  text: runsText,
};
