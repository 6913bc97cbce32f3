import type { Ledger } from '@sluice/ledger';
import { earlierStepsReferredTo, type MigrationEvent, type MigrationRun } from '@sluice/migrations';

/** What the dry run of a step could not check, since steps before it have written nothing. */
export async function withNotes(
  migration: MigrationRun,
  event: Extract<MigrationEvent, { type: 'stepEnded' }>,
  ledger: Pick<Ledger, 'run'>,
): Promise<MigrationEvent> {
  const schemas = await Promise.all(migration.steps.map((_, at) => schemaOf(migration, at, ledger)));
  const earlier = earlierStepsReferredTo(schemas, event.step);
  if (earlier.length === 0) return event;
  const named = earlier.map((at) => `step ${at + 1} (${schemas[at] ?? ''})`).join(' and ');
  const what = `Not checked: what its rows make of the records of ${named}, which a dry run does not write.`;
  const doubt =
    event.status === 'failed' ? ' Rows that are refused here may be right when those are there.' : '';
  return { ...event, reason: [event.reason, `${what}${doubt}`].filter(Boolean).join(' ') };
}

/** Of a profile only its run knows. */
async function schemaOf(
  { definition, steps }: MigrationRun,
  at: number,
  ledger: Pick<Ledger, 'run'>,
): Promise<string | undefined> {
  const { schema } = definition?.steps[at] ?? {};
  const [runId] = steps[at]?.runIds ?? [];
  if (schema !== undefined || runId === undefined) return schema;
  return (await ledger.run(runId))?.schema;
}
