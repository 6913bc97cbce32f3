import * as z from 'zod';
import type { Command } from '../command/command.ts';
import type { Services } from '../io/services.ts';
import { createHistory, unreadableText } from '../system/history.ts';
import { underHeadings, type Lines } from '../io/columns.ts';
import { number } from '@sluice/contract/words';
import type { costsSchema } from './options.ts';
import { timesOf } from '../io/since.ts';

interface MonthJson {
  /** `2026-03`, in UTC. */
  readonly month: string;
  readonly runs: number;
  readonly rows: number;
  readonly usd: number;
  /** Null without rows. */
  readonly usdPerMillionRows: number | null;
}

const usageSchema = z.looseObject({ usage: z.looseObject({ usd: z.number() }) });

async function costs(options: z.infer<typeof costsSchema>, services: Services): Promise<MonthJson[]> {
  const { since = monthBefore(services.now()), until } = timesOf(options, services);
  const unreadable = (runId: string) =>
    services.voice.say(`Run ${runId} is left out: ${unreadableText(runId)}`);
  const months = new Map<string, { runs: number; rows: number; usd: number }>();
  for await (const run of createHistory(services).runs({ since, until, usage: 'true' }, unreadable)) {
    const month = run.startedAt.slice(0, 'yyyy-mm'.length);
    const { runs, rows, usd } = months.get(month) ?? { runs: 0, rows: 0, usd: 0 };
    const { usage } = usageSchema.parse(run);
    months.set(month, { runs: runs + 1, rows: rows + run.counts.read, usd: usd + usage.usd });
  }
  return [...months].map(([month, { runs, rows, usd }]) => ({
    month,
    runs,
    rows,
    usd: rounded(usd),
    usdPerMillionRows: rows === 0 ? null : rounded((usd * 1e6) / rows),
  }));
}

function monthBefore(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString();
}

const rounded = (usd: number): number => Math.round(usd * 1e6) / 1e6;

function costsText(months: readonly MonthJson[]): Lines {
  if (months.length === 0) return ['No runs.'];
  const head = ['month', 'runs', 'rows', 'US$', 'US$ a million rows'];
  const lines = months.map(({ month, runs, rows, usd, usdPerMillionRows }) => [
    month,
    number(runs),
    number(rows),
    usd.toFixed(4),
    usdPerMillionRows?.toFixed(4) ?? '–',
  ]);
  return underHeadings(head, lines);
}

/** What the flow cost for runs, by the month in which they started. */
export const command: Command<z.infer<typeof costsSchema>, MonthJson[]> = {
  run: costs,
  text: costsText,
};
