import type { DefinitionJson } from '@sluice/ledger/views';
import { counted, printable } from '@sluice/contract/words';
import { addressOf } from '../../app/place.ts';
import { localTime, timeIn } from '../../parts/words.ts';
import { firesOf } from './fires.ts';
import { DataTable } from '../../parts/data-table.tsx';

/** The next 30 days: when which migration starts, in the time zone in which its schedule is meant. */
export function Upcoming({ definitions }: { readonly definitions: readonly DefinitionJson[] }) {
  const { fires, cut } = firesOf(definitions);
  if (fires.length === 0) return null;
  return (
    <section class="panel">
      <h2>The next 30 days</h2>
      <DataTable label="The next 30 days" headings={['Starts', 'Here', 'Migration', 'Steps']}>
        {fires.map(({ at, name, timeZone, steps }) => (
          <tr key={`${at} ${name}`}>
            <th scope="row" class="day">
              <time dateTime={at}>{timeIn(at, timeZone)}</time> <small>{timeZone}</small>
            </th>
            <td class="day">{localTime(at)}</td>
            <td>
              <a href={addressOf(`/migrations/${encodeURIComponent(name)}`)}>{printable(name)}</a>
            </td>
            <td>{steps}</td>
          </tr>
        ))}
      </DataTable>
      {cut.map(({ name, count }) => (
        <p key={name}>
          {printable(name)} starts more often: these are its first {counted(count, 'start')}.
        </p>
      ))}
    </section>
  );
}
