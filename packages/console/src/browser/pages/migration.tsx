import { migrationJsonSchema, type MigrationJson } from '@sluice/ledger/views';
import { isMigrationName } from '@sluice/ledger/migrations';
import { printable } from '@sluice/contract/words';
import * as z from 'zod';
import { ask } from '../app/api.ts';
import type { PageProps } from '../app/page-props.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { Start } from './migration/start.tsx';
import { StartButtons } from './migration/start-buttons.tsx';

/** The starts of a name, or one start by its id. */
const answerSchema = z.union([z.array(migrationJsonSchema), migrationJsonSchema]);

export function Migration({ subject = '' }: PageProps) {
  const { data, error, again } = useAnswer({
    load: () => ask('migration', { path: { subject }, answer: answerSchema }),
    of: [subject],
    every: () => 4000,
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Wait />;
  const starts: readonly MigrationJson[] = Array.isArray(data) ? data : [data];
  const name = Array.isArray(data) ? subject : (starts[0]?.name ?? subject);
  return (
    <>
      <p class="above">
        <a href="#/migrations">Migrations</a>
      </p>
      <h1>{printable(name)}</h1>
      {error && <Problem error={error} />}
      {Array.isArray(data) && isMigrationName(name) && <StartButtons name={name} onDone={again} />}
      {starts.length === 0 && <p class="notice">It was never started.</p>}
      {starts.map((start) => (
        <Start key={start.migrationId} start={start} onDone={again} />
      ))}
    </>
  );
}
