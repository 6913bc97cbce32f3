import { useSignal } from '@preact/signals';
import { isAtRest, type RunSummaryJson } from '@sluice/ledger/views';
import { number } from '@sluice/mail/words';
import { z } from 'zod';
import { runListSchema } from '../app/answers.ts';
import { ask } from '../app/api.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Chart } from '../parts/chart.tsx';
import { Problem, Wait } from '../parts/notices.tsx';
import { usdText } from '../parts/words.ts';
import { daysOf, type Day } from './figures/days.ts';

const dayMs = 86_400_000;
/** Each page of runs reads the usage of up to 100 runs, so more of them would take long. */
const mostPages = 10;
const spans = [7, 30] as const;

/** Rows, throughput and cost by day, each as a chart and as a table. */
export function Figures() {
  const days = useSignal<number>(spans[0]);
  const { data, error } = useAnswer({ load: () => figuresOf(days.value), of: [days.value] });
  return (
    <>
      <h1>Figures</h1>
      <div class="bar">
        <label>
          Days
          <select value={days.value} onChange={(event) => (days.value = Number(event.currentTarget.value))}>
            {spans.map((span) => (
              <option key={span} value={span}>
                last {span} days
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && <Problem error={error} />}
      {data === undefined ? !error && <Wait /> : <Shown {...data} />}
    </>
  );
}

interface Found {
  readonly days: readonly Day[];
  /** Whether there were more runs than are counted. */
  readonly isCut: boolean;
}

const withUsage = z.looseObject({ usage: z.looseObject({ usd: z.number() }).optional() });

async function figuresOf(count: number): Promise<Found> {
  const since = new Date(Date.now() - count * dayMs).toISOString();
  const runs: (RunSummaryJson & { readonly usd: number })[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const found = await ask('runs', { query: { since, after, usage: 'true' }, answer: runListSchema });
    for (const run of found.runs)
      if (isAtRest(run)) runs.push({ ...run, usd: withUsage.safeParse(run).data?.usage?.usd ?? 0 });
    after = found.next;
    if (after === undefined) break;
  }
  return { days: daysOf(runs, { count, now: new Date() }), isCut: after !== undefined };
}

function Shown({ days, isCut }: Found) {
  const at = days.map(({ day }) => day);
  return (
    <>
      {isCut && <p class="notice">There are more runs than are counted here: these are the newest ones.</p>}
      <Chart
        title="Rows by outcome"
        days={at}
        series={[
          { name: 'landed', of: days.map((one) => one.landed), text: number },
          { name: 'failed', of: days.map((one) => one.failed), text: number },
          { name: 'others', of: days.map((one) => one.others), text: number },
        ]}
      />
      <Chart
        title="Rows a minute, while runs were at work"
        days={at}
        series={[{ name: 'rows a minute', of: days.map((one) => one.perMinute), text: number }]}
      />
      <Chart
        title="Cost at AWS's list prices"
        days={at}
        series={[{ name: 'US dollars', of: days.map((one) => one.usd), text: usdText }]}
      />
    </>
  );
}
