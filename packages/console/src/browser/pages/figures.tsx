import { useSignal } from '@preact/signals';
import { figuresSchema } from '@sluice/ledger/views';
import { are, counted, number } from '@sluice/contract/words';
import type * as z from 'zod';
import { ask } from '../app/api.ts';
import { useAnswer } from '../app/use-answer.ts';
import { Chart } from '../parts/chart.tsx';
import { Problem, Wait } from '../parts/notices.tsx';
import { usdText } from '../parts/words.ts';
import { shownDay } from './figures/days.ts';

const spans = [7, 30, 90, 365] as const;

/** Rows, throughput and cost by day, each as a chart and as a table. */
export function Figures() {
  const days = useSignal<number>(spans[0]);
  const { data, error } = useAnswer({
    load: () => ask('figures', { query: { days: String(days.value) }, answer: figuresSchema }),
    of: [days.value],
  });
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

function Shown({ days: sums, missing }: z.infer<typeof figuresSchema>) {
  const days = sums.map(shownDay);
  const at = days.map(({ day }) => day);
  return (
    <>
      {missing.length > 0 && (
        <p class="notice">
          {counted(missing.length, 'day')} of many runs {are(missing.length)} still being counted, and left
          out here until then: {missing.slice(-5).join(', ')}
          {missing.length > 5 && ' and earlier'}.
        </p>
      )}
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
        title="Cost in US dollars, at AWS's list prices"
        days={at}
        series={[{ name: 'US dollars', of: days.map((one) => one.usd), text: usdText }]}
      />
    </>
  );
}
