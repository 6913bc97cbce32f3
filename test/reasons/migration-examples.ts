import type { Reason } from '@sluice/contract';
import { begin } from '@sluice/flow/migrate/begin';
import { withNotes } from '@sluice/flow/migrate/dry-run-notes';
import { endWithoutUndo } from '@sluice/flow/migrate/run-migration';
import { SourceRefused } from '@sluice/flow/migrate/services';
import { sourcesOf } from '@sluice/flow/migrate/step-sources';
import { turnOf } from '@sluice/flow/migrate/take-turn';
import { createMemoryFiles } from '@sluice/flow/testing/memory-files';
import { migrationIdOf } from '@sluice/ledger';
import { createMemoryMigrations } from '@sluice/ledger/testing';
import { migrationLimits, nextMove, type MigrationEvent, type MigrationRun } from '@sluice/ledger/migrations';

const at = '2026-03-01T08:00:05.000Z';
const due = '2026-03-01T08:00:00.000Z';
const steps = [{ name: 'People', file: 'migrations/people.csv', schema: 'client', lookup: 'email' }];
const file = { steps, schedule: 'rate(1 day)' };

/** What migrations say of their definitions, of their turns, of their steps, and of how they ended. */
export async function reasonsOfMigrations(): Promise<Reason[]> {
  return [...(await turns()), ...(await refusedSteps()), ...(await ends())].flatMap(reasonsIn);
}

type Why = Pick<MigrationRun, 'reason' | 'reasonCodes'>;

/** A migration has one text for all its reasons. */
const reasonsIn = ({ reason = '', reasonCodes = [] }: Why): Reason[] =>
  reasonCodes.map((code) => ({ code: code as Reason['code'], says: reason }));

interface Start {
  /** The text of the file when the start is due, and when its turn comes. */
  readonly files: readonly [text: string | undefined, then?: string];
  readonly now?: string;
  /** Whether another start of it runs. */
  readonly isBusy?: boolean;
  readonly isCancelled?: boolean;
}

async function turns(): Promise<Why[]> {
  const good = JSON.stringify(file);
  const paused = JSON.stringify({ ...file, paused: true });
  const starts: readonly Start[] = [
    { files: [undefined] },
    { files: [JSON.stringify({ ...file, ifRunning: 'wait' })] },
    { files: ['{', good] },
    { files: [good, paused] },
    { files: [good], now: '2026-03-03T08:00:00.000Z' },
    { files: [good], isBusy: true },
    { files: [good], isCancelled: true },
  ];
  const found: Why[] = [];
  for (const start of starts) found.push(whyIn(await turn(start)));
  return found;
}

async function turn({ files: [text, then = text], now: time = at, isBusy, isCancelled }: Start) {
  const now = () => new Date(time);
  const drops = createMemoryFiles();
  const save = async (content: string | undefined) => {
    if (content !== undefined) await drops.put('migrations/nightly.json', content);
  };
  await save(text);
  const migrations = createMemoryMigrations({ now });
  const services = { drops, dropBucket: 'drops', migrations, defaultEmails: [], now };
  const start = (scheduledAt: string) =>
    begin({ name: 'nightly', scheduledAt, execution: migrationIdOf('nightly', scheduledAt) }, services);
  if (isBusy === true) {
    const { migrationId, ...other } = await start('2026-02-28T08:00:00.000Z');
    await migrations.takeTurn({ migrationId, ...other });
    await migrations.move(migrationId, { type: 'started', at: due });
  }
  const { migrationId } = await start(due);
  if (isCancelled === true) await migrations.move(migrationId, { type: 'cancelRequested', at, by: 'ana' });
  await save(then);
  const migration = await migrations.migration(migrationId);
  return migration && turnOf(migration, services);
}

const whyIn = (event: MigrationEvent | undefined): Why =>
  event !== undefined && 'reason' in event ? event : {};

const running = (facts: object): MigrationRun =>
  ({
    ...{ migrationId: 'm1', name: 'nightly', status: 'running', dryRun: false, startedAt: due },
    definition: { steps, ifStepFails: 'stop' },
    steps: [{ status: 'running', runIds: ['r1'] }],
    ...facts,
  }) as unknown as MigrationRun;

async function refusedSteps(): Promise<Why[]> {
  const folder = running({ definition: { steps: [{ prefix: 'migrations/people/' }] } });
  const version = { key: 'migrations/people/a.csv', versionId: 'v1', bytes: 1 };
  const most = migrationLimits.filesOfStep + 1;
  const listings = [
    { find: async () => undefined },
    { list: async () => Array.from({ length: most }, () => version) },
    { find: async () => Promise.reject(new SourceRefused('denied')) },
  ];
  const found: Why[] = [];
  for (const sources of listings) {
    const migration = 'list' in sources ? folder : running({});
    const services = { sources, files: createMemoryFiles(), dropBucket: 'drops' };
    const result = await sourcesOf(migration, 0, services as never);
    if (result.kind !== 'sources') found.push(result.why);
  }
  return found;
}

async function ends(): Promise<Why[]> {
  const cancelled = running({ cancel: { at, by: 'ana' }, steps: [{ status: 'succeeded', runIds: [] }] });
  const reason = 'There is no file s3://drops/migrations/people.csv.';
  const failed = { steps: [{ status: 'failed', runIds: [], reason, reasonCodes: ['step_without_file'] }] };
  const moves = [
    nextMove(cancelled, [], at),
    nextMove(running({}), [{ runId: 'r1', state: 'partly' }], at),
    nextMove(running(failed), [], at),
  ];
  const undo = nextMove(running({ ...failed, definition: { steps, ifStepFails: 'undo' } }), [], at);
  const isUndo = undo.kind === 'event' && undo.event.type === 'undoRequested' ? [undo.event] : [];
  return [
    ...moves.map((move) => (move.kind === 'event' ? whyIn(move.event) : {})),
    ...isUndo.map((event) => endWithoutUndo(running(failed), event)),
    whyIn(await uncheckedReferences()),
  ];
}

/** The roles of the first step were not all valid, and the people of the second refer to roles. */
function uncheckedReferences(): Promise<MigrationEvent> {
  const referring = running({
    definition: { steps: [{ schema: 'role' }, { schema: 'professional' }] },
    steps: [
      { status: 'failed', runIds: [] },
      { status: 'running', runIds: [] },
    ],
  });
  const event = { type: 'stepEnded', at, step: 1, status: 'failed' } as const;
  return withNotes(referring, event, { run: async () => undefined });
}
