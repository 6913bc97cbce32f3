import { dropperText } from '@sluice/ledger';
import { recordHistoryPageSchema, valueProofs } from '@sluice/ledger/views';
import { printable } from '@sluice/contract/words';
import * as z from 'zod';
import { addressOf } from '../../app/place.ts';
import { Facts } from '../../parts/facts.tsx';
import { Time } from '../../parts/time.tsx';
import { fileNameOf } from '../../parts/words.ts';
import { DataTable } from '../../parts/data-table.tsx';

const runSchema = z.looseObject({
  runId: z.string(),
  key: z.string(),
  droppedBy: z.string(),
  principal: z.string().optional(),
  rows: z.array(z.int()),
  approved: z.object({ at: z.string(), by: z.string() }).optional(),
  migration: z.looseObject({ migrationId: z.string(), name: z.string(), step: z.int() }).optional(),
  undoneBy: z.string().optional(),
});
export const writeSchema = recordHistoryPageSchema.shape.items.element.extend({
  run: runSchema.optional(),
  values: z.enum(valueProofs),
});
type Shown = z.infer<typeof writeSchema>;

const actions = { create: 'created', update: 'changed', delete: 'deleted' } as const;
const outcomes = {
  reversed: 'undone',
  kept: 'kept by an undo',
  failed: 'not undone: it could not be restored',
} as const;

const gone = 'The values are no longer stored.';
const withoutValues = {
  covered: gone,
  notCovered: gone,
  altered: 'Altered: what is stored of this change is not what was stored then, so no values are shown.',
} as const;

interface Props {
  readonly write: Shown;
  /** Among those that are shown, from 1. */
  readonly number: number;
}

/** One change of a record, with what it was before. */
export function Write({ write, number }: Props) {
  const { date, action, changes, undo, run } = write;
  return (
    <li class="panel">
      <h3>
        {action ? actions[action] : 'written'} {date ? <Time at={date} /> : 'at a time not known'}
        {undo?.outcome && `, ${outcomes[undo.outcome]}`}
      </h3>
      {changes ? (
        <Changes changes={changes} number={number} />
      ) : (
        <p class="faint">{withoutValues[write.values]}</p>
      )}
      <Facts
        of={[
          ['File', run && <a href={addressOf(`/runs/${run.runId}`)}>{fileNameOf(run.key)}</a>],
          ['Rows', run?.rows.join(', ')],
          ['Dropped by', run && printable(dropperText(run))],
          ['Approved by', run?.approved && printable(run.approved.by)],
          ['Migration', run?.migration && printable(`${run.migration.name}, step ${run.migration.step}`)],
          ['Called by', !run && write.by && printable(write.by)],
          ['Undone by', undo && printable(run?.undoneBy ?? undo.by)],
          ['Proof', changes && write.values === 'notCovered' && 'The history has no hash of these values.'],
        ]}
      />
    </li>
  );
}

interface ChangesProps {
  readonly changes: NonNullable<Shown['changes']>;
  readonly number: number;
}

function Changes({ changes, number }: ChangesProps) {
  return (
    <DataTable label={`Fields of change ${number}`} headings={['Field', 'Before', 'Since']}>
      {Object.entries(changes).map(([field, [from, to]]) => (
        <tr key={field}>
          <th scope="row">{printable(field)}</th>
          <td>{valueText(from)}</td>
          <td>{valueText(to)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const valueText = (value: unknown): string =>
  value === null ? '(empty)' : printable(typeof value === 'string' ? value : JSON.stringify(value));
