import type { DefinitionJson } from '@sluice/ledger/views';
import { counted, printable } from '@sluice/mail/words';
import { addressOf } from '../../app/place.ts';
import { localTime, timeIn } from '../../parts/words.ts';
import { firesOf } from './fires.ts';

/** The next 30 days: when which migration starts, in the time zone in which its schedule is meant. */
export function Upcoming({ definitions }: { readonly definitions: readonly DefinitionJson[] }) {
  const { fires, cut } = firesOf(definitions);
  if (fires.length === 0) return null;
  return (
    <section class="panel">
      <h2>The next 30 days</h2>
      <div class="scrolls" tabIndex={0} role="region" aria-label="The next 30 days">
        <table>
          <thead>
            <tr>
              <th scope="col">Starts</th>
              <th scope="col">Time zone</th>
              <th scope="col">Here</th>
              <th scope="col">Migration</th>
              <th scope="col">Steps</th>
            </tr>
          </thead>
          <tbody>
            {fires.map(({ at, name, timeZone, steps }) => (
              <tr key={`${at} ${name}`}>
                <th scope="row">
                  <time dateTime={at}>{timeIn(at, timeZone)}</time>
                </th>
                <td>{timeZone}</td>
                <td>{localTime(at)}</td>
                <td>
                  <a href={addressOf(`/migrations/${encodeURIComponent(name)}`)}>{printable(name)}</a>
                </td>
                <td>{steps}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cut.map(({ name, count }) => (
        <p key={name}>
          {printable(name)} starts more often: these are its first {counted(count, 'start')}.
        </p>
      ))}
    </section>
  );
}
