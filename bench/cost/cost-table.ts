import { requestKinds, usdByKind, usdOf, type Requests } from '../../packages/ledger/src/views/prices.ts';
import { count, times, type Table } from '../table.ts';

export interface CountedCost {
  readonly rows: number;
  readonly counted: Requests;
  /** As the run shows it. */
  readonly usage: { readonly usd: number };
}

/** What AWS would charge for runs of several sizes, and what each run states. */
export function costTable(all: readonly CountedCost[], how: string): Table {
  const perMillion = (usd: number, { rows }: CountedCost) => ((usd * 1e6) / rows).toFixed(4);
  const none = all.map(() => '–');
  return {
    title: 'What AWS would charge for the flow, in US dollars for a million rows of that kind of file',
    head: [
      '',
      ...all.map(({ rows }) => `${count(rows)} rows`),
      ...all.map(({ rows }) => `US$, ${count(rows)} rows`),
    ],
    rows: [
      ...requestKinds.map((kind) => [
        kind,
        ...all.map(({ counted }) => count(counted[kind])),
        ...all.map((one) => perMillion(usdByKind(one.counted)[kind], one)),
      ]),
      ['all', ...none, ...all.map((one) => perMillion(usdOf(one.counted), one))],
      ['usage.usd', ...none, ...all.map((one) => perMillion(one.usage.usd, one))],
      ['usage.usd to all', ...none, ...all.map(({ usage, counted }) => times(usage.usd / usdOf(counted)))],
    ],
    notes: [
      how,
      'Priced by packages/ledger/src/views/prices.ts. The time of functions on Lambda (gbSeconds) and the bytes of logs are a model, in model.ts beside it. Without the service.',
    ],
  };
}
