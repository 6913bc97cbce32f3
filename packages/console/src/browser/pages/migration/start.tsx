import { countsText, undoneText } from '@sluice/answers/run';
import { migrationStatusText, stepText } from '@sluice/answers/migration';
import { dropperText } from '@sluice/ledger';
import { type MigrationJson } from '@sluice/ledger/views';
import { isMigrationOpen, migrationTransitions } from '@sluice/ledger/migrations';
import { printable } from '@sluice/contract/words';
import { doneSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { addressOf } from '../../app/place.ts';
import { may } from '../../app/session.ts';
import { ConfirmButton } from '../../parts/confirm-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { Sentence } from '../../parts/sentence.tsx';

/** One start with its steps and their runs. */
export function Start({ start, onDone }: { readonly start: MigrationJson; readonly onDone: () => void }) {
  const { migrationId, scheduledAt, startedBy, reason, steps, undo, status, dryRun } = start;
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
      <p class="faint">
        Started by {printable(startedBy)}
        {start.definitionUpload &&
          `, by a definition that ${printable(dropperText(start.definitionUpload))} uploaded`}
      </p>
      {reason !== undefined && (
        <p class="reason">
          <Sentence text={reason} />
        </p>
      )}
      {undo?.counts && <p>{undoneText(undo.counts)}</p>}
      <ol>
        {steps.map((step) => (
          <li key={step.number}>
            <strong>{printable(step.name ?? step.source ?? '')}</strong>: {stepText(step.status, status)}
            {step.counts && ` (${countsText(step.counts, dryRun ? 'passed' : undefined)})`}
            {step.reason !== undefined && (
              <p class="reason">
                <Sentence text={step.reason} />
              </p>
            )}
            {step.runIds.map((runId) => (
              <div key={runId}>
                <a class="id" href={addressOf(`/runs/${runId}`)}>
                  {runId}
                </a>
              </div>
            ))}
          </li>
        ))}
      </ol>
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
