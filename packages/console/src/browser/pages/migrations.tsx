import { migrationStatusText } from '@sluice/answers/migration';
import { definitionsSchema, type DefinitionJson } from '@sluice/ledger/views';
import { counted, printable } from '@sluice/contract/words';
import { ask } from '../app/api.ts';
import { addressOf } from '../app/place.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { Time } from '../parts/time.tsx';
import { timeIn } from '../parts/words.ts';
import { Upcoming } from './migrations/upcoming.tsx';
import { Sentence } from '../parts/sentence.tsx';

/** All definitions with their next and last start. */
export function Migrations() {
  const { data, error } = useAnswer({
    load: () => ask('migrations', { answer: definitionsSchema }),
    of: [],
    every: () => 10_000,
  });
  return (
    <>
      <h1>Migrations</h1>
      {error && <Problem error={error} />}
      {data === undefined ? (
        !error && <Wait />
      ) : (
        <>
          <List definitions={data} />
          <Upcoming definitions={data} />
        </>
      )}
    </>
  );
}

function List({ definitions }: { readonly definitions: readonly DefinitionJson[] }) {
  if (definitions.length === 0)
    return (
      <p class="notice">
        There is no migration. One is a file <code>migrations/NAME.json</code> in the drop bucket.
      </p>
    );
  return (
    <ul class="cards">
      {definitions.map((one) => (
        <li key={one.name} class="panel">
          <h2>
            <a href={addressOf(`/migrations/${encodeURIComponent(one.name)}`)}>{printable(one.name)}</a>
          </h2>
          {one.problems ? <Wrong problems={one.problems} /> : <p>{nextText(one)}</p>}
          <Steps steps={one.plannedSteps} />
          {one.lastStart && (
            <p>
              Last start:{' '}
              <a href={addressOf(`/migrations/${one.lastStart.migrationId}`)}>
                {migrationStatusText(one.lastStart)}
              </a>
              , <Time at={one.lastStart.scheduledAt} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Steps({ steps = [] }: { readonly steps: DefinitionJson['plannedSteps'] }) {
  if (steps.length === 0) return null;
  return (
    <ol>
      {steps.map(({ name, source, sheet }) => (
        <li key={`${source} ${sheet}`}>
          {name !== null && <strong>{printable(name)}: </strong>}
          <code>{printable(source ?? '')}</code>
          {sheet !== undefined && `, sheet ${printable(sheet)}`}
        </li>
      ))}
    </ol>
  );
}

const Wrong = ({ problems }: { readonly problems: readonly string[] }) => (
  <div class="notice bad">
    {counted(problems.length, 'problem')} in its file:
    <ul class="lines">
      {problems.map((problem) => (
        <li key={problem}>
          <Sentence text={problem} />
        </li>
      ))}
    </ul>
  </div>
);

/** In the time zone of the migration, since its schedule is meant there. */
function nextText({ schedule, nextFire, timeZone = 'UTC', paused }: DefinitionJson): string {
  if (paused === true) return 'Paused: it is started by hand only.';
  if (!schedule) return 'Started by hand.';
  if (!nextFire) return `${schedule} is over; it has no more starts.`;
  return `Starts next on ${timeIn(nextFire, timeZone)} (${timeZone}): ${schedule}.`;
}
