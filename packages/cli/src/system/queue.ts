import { leftText, statusWords } from '@sluice/answers/run';
import { importSchema } from '@sluice/contract';
import { counted, printable } from '@sluice/contract/words';
import { basename } from 'node:path';

import type { RunProgressJson } from '@sluice/ledger/views';
import type { History } from './history.ts';

/** More runs than this are not counted. */
const mostCounted = 1_000;

type Waiting = Pick<RunProgressJson, 'runId' | 'schema' | 'startedAt' | 'status' | 'blockedBy'>;

/**
 * The place of a run in the queue: how many runs are before it, and the first of them, with its rows and the time that it still
 * takes. Undefined for a run that waits for no other.
 */
export async function placeInQueue(
  run: Waiting,
  history: Pick<History, 'runs' | 'progress'>,
  now: Date,
): Promise<string | undefined> {
  const { blockedBy } = run;
  if (blockedBy === undefined) return undefined;
  const [first, before] = await Promise.all([history.progress(blockedBy), waitingBefore(run, history)]);
  const ahead = new Set([...before, blockedBy]).size;
  return `${counted(ahead, 'run')} before it: ${ahead === 1 ? '' : 'first '}${firstText(blockedBy, first, now)}`;
}

/** Runs that wait to write the same kind of records, and arrived before. */
async function waitingBefore(run: Waiting, history: Pick<History, 'runs'>): Promise<string[]> {
  const place = ({ startedAt, runId }: Waiting) => `${startedAt}#${runId}`;
  const found: string[] = [];
  let read = 0;
  for await (const other of history.runs({ status: 'queued' }, () => undefined)) {
    if (kindOf(other) === kindOf(run) && place(other) < place(run)) found.push(other.runId);
    if (++read === mostCounted) break;
  }
  return found;
}

/** Clients and professionals are one kind. */
const kindOf = ({ schema }: Waiting): string => importSchema(schema ?? '')?.collection ?? schema ?? '';

function firstText(runId: string, first: RunProgressJson | undefined, now: Date): string {
  const facts =
    first === undefined
      ? []
      : [
          printable(basename(first.key)),
          counted(first.counts.read, 'row'),
          statusWords(first),
          leftText(first.eta, now),
        ].filter((fact) => fact !== '');
  const about = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `run ${runId.slice(0, 8)}${about}`;
}
