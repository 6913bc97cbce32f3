import { counted } from '@sluice/mail/words';
import type { VerifiedDay } from '@sluice/ledger/audit';
import { DataTable } from '../../parts/data-table.tsx';

const numbers = ['Runs', 'Migrations', 'Events'].map((name) => ({ name, class: 'number' }));

/** What was verified with the seal of each day, and whether it was altered. */
export function VerifiedDays({ days }: { readonly days: readonly VerifiedDay[] }) {
  return (
    <DataTable label="Day by day" headings={['Day', ...numbers, 'Found']}>
      {days.map(({ day, runs, migrations, events, places }) => (
        <tr key={day ?? ''}>
          <th scope="row">{day ?? 'not sealed yet'}</th>
          {[runs, migrations, events].map((count, at) => (
            <td key={numbers[at]?.name} class="number">
              {count.toLocaleString('en-US')}
            </td>
          ))}
          <td>{places === 0 ? 'nothing altered' : `altered or lost in ${counted(places, 'place')}`}</td>
        </tr>
      ))}
    </DataTable>
  );
}
