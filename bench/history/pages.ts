import { z } from 'zod';
import type { Running } from '../bench.ts';
import { total, type Tally } from '../counting.ts';
import { count, median, milliseconds, short, times } from '../figures.ts';
import type { Table } from '../table.ts';
import type { SizedHistory } from './open-history.ts';
import { questionsOf, type Question } from './questions.ts';

export interface PageOptions {
  /** How often each page is asked for. */
  readonly rounds: number;
  /** Of a page. */
  readonly limit: number;
}

/** One question to one history. */
interface Cell {
  readonly question: Question;
  readonly size: number;
  readonly ask: () => Promise<unknown>;
  readonly asked: Tally;
  readonly times: number[];
}

/** Pages of the history by each filter, at each size. */
export async function measurePages(
  histories: readonly SizedHistory[],
  { rounds, limit }: PageOptions,
  { say, show }: Running,
): Promise<void> {
  const bySize: Cell[][] = [];
  for (const history of histories) bySize.push(await cellsOf(history, limit));
  // The same page of all sizes, one after the other: what the machine does meanwhile meets them alike.
  const cells = (bySize[0] ?? []).flatMap((_, at) => bySize.flatMap((ofSize) => ofSize[at] ?? []));
  say(`Asking for ${count(cells.length)} pages, ${rounds} times each.`);
  // Warm: what is measured first is no slower for being first.
  for (const { ask } of cells) await ask();
  for (let round = 0; round < rounds; round += 1) {
    for (const cell of round % 2 === 0 ? cells : cells.toReversed()) cell.times.push(await timed(cell.ask));
  }
  show(tableOf(cells, { rounds, limit }));
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

const pageSchema = z.object({ runs: z.array(z.unknown()), next: z.string().optional() });

async function cellsOf({ size, get, counting }: SizedHistory, limit: number): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const question of questionsOf(size, limit)) {
    const ask = () => get('/runs', { ...question.query, limit: String(limit) });
    const { answer, sent } = await counting.during(ask);
    const { runs, next } = pageSchema.parse(answer);
    if (runs.length !== question.found || (question.more && next === undefined))
      throw new Error(`${question.name}, ${size} runs: found ${runs.length} of ${question.found}, ${next}.`);
    cells.push({ question, size, ask, asked: total(sent), times: [] });
  }
  return cells;
}

function tableOf(cells: readonly Cell[], { rounds, limit }: PageOptions): Table {
  const sizes = [...new Set(cells.map(({ size }) => size))];
  const growths: number[] = [];
  const rows = [...Map.groupBy(cells, ({ question }) => `${question.name} ${question.page}`).values()].map(
    (same) => {
      const [first, last] = [same[0], same.at(-1)];
      if (!first || !last) throw new Error('There is a question that no history was asked.');
      // Near its end a small history has fewer runs to read ahead: its first page is what all others are held to.
      const base = cells.find(
        ({ question, size }) =>
          question.name === last.question.name && question.page === 'first' && size === first.size,
      );
      const growth = median(last.times) / median(base?.times ?? []);
      growths.push(growth);
      return [
        last.question.name,
        last.question.page,
        String(last.question.found),
        ...same.map((cell) => milliseconds(median(cell.times))),
        times(growth),
        grown(same, 'requests'),
        grown(same, 'items'),
        grown(same, 'readUnits'),
      ];
    },
  );
  return {
    title: `Pages of the history, at most ${limit} runs each`,
    head: [
      'filter',
      'page',
      'runs',
      ...sizes.map((size) => `${count(size)} runs`),
      'growth',
      'requests',
      'items read',
      'read units',
    ],
    rows,
    notes: [
      `Medians of ${rounds} rounds, every page once a round; a run every quarter of an hour, so that a longer history began earlier. Growth: at ${count(sizes.at(-1) ?? 0)} runs, to the first page of the same filter at ${count(sizes[0] ?? 0)}; the most is ${times(Math.max(...growths))}.`,
      'Requests, items and units as the database reports them; the least and the most of all sizes, one figure where they are the same.',
    ],
  };
}

/** One figure where all sizes have it, else from the least to the most. */
export function grown(same: readonly { readonly asked: Tally }[], what: keyof Tally): string {
  const figures = same.map(({ asked }) => asked[what]);
  const [least, most] = [Math.min(...figures), Math.max(...figures)];
  return least === most ? short(most) : `${short(least)}–${short(most)}`;
}
