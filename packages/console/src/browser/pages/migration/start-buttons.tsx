import { printable } from '@sluice/contract/words';
import { doneSchema } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { may } from '../../app/session.ts';
import { ConfirmButton } from '../../parts/confirm-dialog.tsx';

/** Starts a migration by hand, for real or dry. */
export function StartButtons({ name, onDone }: { readonly name: string; readonly onDone: () => void }) {
  if (!may('startMigration')) return null;
  const start = (dryRun: boolean) =>
    ask('startMigration', { path: { subject: name }, body: { dryRun }, answer: doneSchema });
  return (
    <div class="acts">
      <ConfirmButton
        button="Dry run…"
        title={`Dry run of ${printable(name)}`}
        does={['Every step is checked as an import would be, in order. Nothing is written.']}
        confirm="Start the dry run"
        act={() => start(true)}
        onDone={onDone}
      />
      <ConfirmButton
        button="Start…"
        title={`Start ${printable(name)}`}
        does={[
          'Its steps are imported now, in order, from the files that are there now.',
          'If it is running already, its definition decides whether this start waits or is refused.',
          'What it writes can be undone, except for records that somebody changes after it.',
        ]}
        confirm="Start"
        act={() => start(false)}
        onDone={onDone}
      />
    </div>
  );
}
