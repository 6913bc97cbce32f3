import { counted, time, number } from '@sluice/contract/words';
import { placesOf, type AuditFinding, type VerifiedDay } from '@sluice/ledger/audit';
import { Fragment } from 'preact';
import { addressOf } from '../../app/place.ts';
import { Shown } from '../../parts/cell-text.tsx';
import { DataTable } from '../../parts/data-table.tsx';

const numbers = ['Runs', 'Migrations', 'Events'].map((name) => ({ name, class: 'number' }));
const headings = 2 + numbers.length;
/** Of one day. `sluice audit verify` lists them all. */
const mostShown = 50;

/** What was verified with the seal of each day, and below it every place that was altered. */
export function VerifiedDays({ days }: { readonly days: readonly VerifiedDay[] }) {
  return (
    <section class="panel">
      <DataTable label="Day by day" headings={['Day', ...numbers, 'Found']}>
        {days.map(({ day, runs, migrations, events, findings }) => (
          <Fragment key={day ?? ''}>
            <tr>
              <th scope="row" class={day === null ? undefined : 'day'}>
                {day ?? 'not sealed yet'}
              </th>
              {[runs, migrations, events].map((count, at) => (
                <td key={numbers[at]?.name} class="number">
                  {number(count)}
                </td>
              ))}
              <td>
                {findings.length === 0 ? (
                  'nothing altered'
                ) : (
                  <strong>altered or lost in {counted(findings.length, 'place')}</strong>
                )}
              </td>
            </tr>
            {findings.length > 0 && (
              <tr>
                <td colSpan={headings}>
                  <Findings findings={findings} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </DataTable>
    </section>
  );
}

function Findings({ findings }: { readonly findings: readonly AuditFinding[] }) {
  const more = findings.length - mostShown;
  return (
    <>
      <ul class="findings">
        {findings.slice(0, mostShown).map((one, at) => (
          <li key={at}>
            <Place finding={one} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <>
          and {counted(more, 'place')} more: <code>npx sluice audit verify</code> lists all
        </>
      )}
    </>
  );
}

/** Where it is, which leads to its run, and what stands there in place of what. A forger may have written all of it. */
function Place({ finding }: { readonly finding: AuditFinding }) {
  const { lost, at, expected, found } = finding;
  return (
    <>
      {lost && 'lost by a restore: '}
      {'runId' in finding && (
        <>
          run{' '}
          <a href={addressOf(`/runs/${finding.runId}`)}>
            <Shown text={finding.runId} />
          </a>
          {', '}
        </>
      )}
      <Shown text={placesOf(finding).join(', ')} />
      {at !== undefined && ` of ${time(at)}`}: expected <Shown text={expected} />; found{' '}
      <Shown text={found} />
    </>
  );
}
