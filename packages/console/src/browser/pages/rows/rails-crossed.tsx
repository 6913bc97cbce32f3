import { number } from '@sluice/contract/words';
import type { RunHead } from '../../app/answers.ts';
import { DataTable } from '../../parts/data-table.tsx';

type Crossed = NonNullable<NonNullable<RunHead['approval']>['crossed']>[number];

const what: Readonly<Record<Crossed['rail'], string>> = {
  mostInvalid: 'Rows that are wrong or not checked',
  mostChanged: 'Records that are changed',
  mostDeleted: 'Records that are deleted',
  mostWarned: 'Rows that have a warning',
};
const setBy: Readonly<Record<Crossed['setBy'], string>> = {
  profile: 'the profile',
  stack: 'the settings of the stack',
};

/** The guard rails that the plan goes beyond, and how far. */
export function RailsCrossed({ crossed }: { readonly crossed: readonly Crossed[] }) {
  if (crossed.length === 0) return null;
  return (
    <section class="panel">
      <h2>{crossed.length === 1 ? 'A guard rail is crossed' : 'Guard rails are crossed'}</h2>
      <DataTable label="Guard rails" headings={['What', 'This plan', 'Allowed', 'Beyond it', 'Set by']}>
        {crossed.map(({ rail, setBy: whose, count, of, most, allowed }) => (
          <tr key={`${rail} ${whose}`}>
            <th scope="row">{what[rail]}</th>
            <td>
              {number(count)} of {number(of)}
            </td>
            <td>{typeof most === 'number' ? number(most) : `${most}, so ${number(allowed)}`}</td>
            <td>
              <strong>{number(count - allowed)} more</strong>
            </td>
            <td>{setBy[whose]}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
