import { reasonOf, whyOf } from '@sluice/contract';
import type { Ledger } from '@sluice/ledger';
import {
  earlierStepsReferredTo,
  previewedSteps,
  type MigrationEvent,
  type MigrationRun,
} from '@sluice/ledger/migrations';

/** Adds what the dry run of a step could not check: references to earlier steps of which a row was refused. */
export async function withNotes(
  migration: MigrationRun,
  event: Extract<MigrationEvent, { type: 'stepEnded' }>,
  ledger: Pick<Ledger, 'run'>,
): Promise<MigrationEvent> {
  const schemas = await Promise.all(migration.steps.map((_, at) => schemaOf(migration, at, ledger)));
  const previewed = previewedSteps(migration.steps, event.step);
  const earlier = earlierStepsReferredTo(schemas, event.step).filter((step) => !previewed.includes(step));
  if (earlier.length === 0) return event;
  const named = earlier.map((at) => `step ${at + 1} (${schemas[at] ?? ''})`).join(' and ');
  const doubt =
    event.status === 'failed' ? ' Rows that were refused here may be valid once these exist.' : '';
  const note = whyOf(reasonOf('references_unchecked', { steps: named, doubt }));
  return {
    ...event,
    reason: [event.reason, note.reason].filter(Boolean).join(' '),
    reasonCodes: [...(event.reasonCodes ?? []), ...note.reasonCodes],
  };
}

/** The schema of a step with a profile is known only by its run. */
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
