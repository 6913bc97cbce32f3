import { runListSchema } from '../app/answers.ts';
import { ask } from '../app/api.ts';
import { query } from '../app/place.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Problem, Wait } from '../parts/notices.tsx';
import { addressWith, Filters, filtersIn } from './home/filters.tsx';
import { RunTable } from './home/run-table.tsx';
import { Waiting } from './home/waiting.tsx';

const pageOfRuns = 25;
/** In milliseconds. Only the newest page changes by itself. */
const listedEvery = 4000;

/** What waits for the person, and all runs. */
export function Home() {
  return (
    <>
      <h1>Runs</h1>
      <Waiting />
      <Filters />
      <Listed />
    </>
  );
}

function Listed() {
  const asked = { ...filtersIn(query.value), after: query.value.get('after') ?? undefined };
  const { data, error } = useAnswer({
    load: () => ask('runs', { query: { ...asked, limit: String(pageOfRuns) }, answer: runListSchema }),
    of: [query.value],
    every: () => (asked.after === undefined ? listedEvery : undefined),
  });
  if (data === undefined) return error ? <Problem error={error} /> : <Wait />;
  const { runs, next, unreadable = [] } = data;
  return (
    <section aria-label="Runs">
      {error && <Problem error={error} />}
      {unreadable.length > 0 && (
        <p class="notice">
          These runs were written by another version and cannot be shown: {unreadable.join(', ')}
        </p>
      )}
      {runs.length === 0 ? <Nothing /> : <RunTable runs={runs} />}
      <nav class="pages" aria-label="Pages of runs">
        {asked.after !== undefined && <a href={addressWith({ after: undefined })}>Newest</a>}
        {next !== undefined && <a href={addressWith({ after: next })}>Older</a>}
      </nav>
    </section>
  );
}

function Nothing() {
  const isFiltered = Object.values(filtersIn(query.value)).some((value) => value !== undefined);
  return isFiltered ? (
    <p class="notice">
      No run is like that. <a href="#/">See all runs</a>
    </p>
  ) : (
    <p class="notice">Nothing was dropped yet. Each file that is dropped becomes a run, and stands here.</p>
  );
}
