import type { RunStatus } from '@sluice/ledger';
import type { Paint } from '../paint.ts';
import { CliError } from '../cli-error.ts';
import { inColumns, printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { createHistory } from '../history.ts';
import type { RunSummaryJson } from '../run-json.ts';
import { countsText, statusText } from '../run-text.ts';
import type { Services } from '../services.ts';
import { readSince, sinceExpected } from '../since.ts';

export interface RunsOptions {
  readonly since?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly all: boolean;
}

const newest = 100;

/** The import history, newest first. */
export async function runs(options: RunsOptions, services: Services): Promise<RunSummaryJson[]> {
  const since = options.since === undefined ? undefined : readSince(options.since, services.now());
  if (options.since !== undefined && since === undefined)
    throw new CliError('usage', `--since ${printable(options.since)}: expected ${sinceExpected}.`);
  return createHistory(services).runs({
    since,
    status: options.status,
    limit: options.all ? undefined : newest,
  });
}

export function runsText(list: readonly RunSummaryJson[], paint: Paint): string {
  if (list.length === 0) return 'No runs.';
  const head = ['run', 'started', 'status', 'file', 'rows'];
  const rows = list.map((run) => [
    run.runId,
    run.startedAt,
    statusText(run.status, paint),
    printable(run.key),
    countsText(run.counts),
  ]);
  return inColumns([head, ...rows]).join('\n');
}

export const command: Command<RunsOptions, RunSummaryJson[]> = {
  run: runs,
  text: runsText,
  json: (list) => list,
  exit: () => 'ok',
};
