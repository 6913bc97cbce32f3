import { blocksOfMigration, migrationStatusText } from '@sluice/answers/migration';
import type { MigrationJson } from '@sluice/ledger/views';
import { isMigrationOpen, migrationTransitions } from '@sluice/ledger/migrations';
import { doneSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { may } from '../../app/session.ts';
import { ConfirmButton } from '../../parts/confirm-dialog.tsx';
import { Blocks } from '../../parts/blocks.tsx';
import { RunLink } from '../../parts/run-named.tsx';
import { Time } from '../../parts/time.tsx';
import { Sentence } from '../../parts/sentence.tsx';

/** One start with its steps and their runs. */
export function Start({ start, onDone }: { readonly start: MigrationJson; readonly onDone: () => void }) {
  const { migrationId, scheduledAt, steps, status, dryRun } = start;
  const told = blocksOfMigration({ migration: start });
  const stepLines = told.steps.flatMap(({ items }) => items);
  const isUndoable =
    !isMigrationOpen(start) && !dryRun && migrationTransitions[status].undoRequested !== 'refused';
  return (
    <section class="panel start">
      <h2>
        <a href={addressOf(`/migrations/${migrationId}`)}>
          <Time at={scheduledAt} />
        </a>
        : {migrationStatusText(start)}
      </h2>
      <Blocks of={[...told.answer, ...told.reason, ...told.undone, ...told.facts]} />
      <ul class="lines">
        {steps.map(({ number, runIds }, at) => (
          <li key={number}>
            <Sentence text={stepLines[at] ?? ''} />
            {runIds.map((runId) => (
              <div key={runId}>
                <RunLink runId={runId} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {isUndoable && may('undoMigration') && (
        <ConfirmButton
          button="Undo…"
          title="Undo this migration"
          does={[
            'The runs of its steps are undone, the last one first. A record that somebody changed since is kept, and named in the report of its run.',
            'An undo cannot be undone.',
          ]}
          confirm="Undo"
          isDangerous
          act={() => ask('undoMigration', { path: { subject: migrationId }, answer: doneSchema })}
          onDone={onDone}
        />
      )}
    </section>
  );
}
