import { parseJson } from '@sluice/contract';
import { historySchema, sealNoteSchema, sealSchema, storedItemsSchema, type RunQuery } from '@sluice/ledger';
import { openListSchema, type AuditedHistory } from '@sluice/ledger/audit';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import {
  runJsonSchema,
  runPageSchema,
  runProgressSchema,
  runSummariesSchema,
  wholeRun,
  type ImportRows,
  type RunJson,
  type RunProgressJson,
  type RunSummaryJson,
  type WrittenRows,
} from '@sluice/ledger/views';
import { erasedRunsSchema } from './erase-json.ts';
import { redrivenSchema, type RedrivenJson } from './redrive-json.ts';
import { findSystem, type Surroundings } from '../find/find-system.ts';
import { throwIfRefused } from './gateway-refusal.ts';
import { refusalReason } from './refusal-reason.ts';

export interface ListQuery extends RunQuery {
  /** Each run with its usage. */
  readonly usage?: 'true';
}

export interface History extends AuditedHistory {
  /** `GET` of a path below `/migrations`. @throws CliError `refused` when there is none */
  migrations<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /** @throws CliError `refused` when the migration does not accept it */
  actOnMigration<T>(path: string, body: object, schema: z.ZodType<T>): Promise<T>;
  /** Undefined while no run with this id has begun. */
  run(runId: string): Promise<RunJson | undefined>;
  /** How far the run is, without its submissions and its timeline: as cheap for a large run as for a small one. */
  progress(runId: string): Promise<RunProgressJson | undefined>;
  /**
   * Newest first. Pages are read only as needed. Runs whose items cannot be read go to `unreadable`; without it they end the
   * listing. @throws CliError `failed`
   */
  runs(query: ListQuery, unreadable?: (runId: string) => void): AsyncGenerator<RunSummaryJson>;
  /** The same by page, with the ids of unreadable runs. */
  runPages(query: ListQuery): AsyncGenerator<z.infer<typeof runsPageSchema>>;
  /** What an import of a run wrote to one record; undefined when the run has no such import. */
  rows(
    runId: string,
    of: Readonly<Record<'importId' | 'recordId', string>>,
  ): Promise<WrittenRows | undefined>;
  /** The same of each record. */
  allRows(runId: string, importId: string): Promise<ImportRows | undefined>;
  /** The run after the act. @throws CliError `refused` when the run does not accept it */
  act(runId: string, name: string, body: object): Promise<RunJson>;
  /** Retries or discards the dead letters of the flow. */
  redrive(): Promise<RedrivenJson>;
  /** Erases a record from as many runs as one request can. @throws CliError `refused` */
  erase(body: object): Promise<z.infer<typeof erasedRunsSchema>>;
}

/** The history API of the running system. The address is looked up for each request: after a restart the port may be another. */
export function createHistory(services: Surroundings): History {
  return {
    run: async (runId) => {
      const [first, ...more] = await ofRun(services, [runId], runPageSchema);
      return first && formed(runJsonSchema, wholeRun(first, more));
    },
    progress: async (runId) => {
      const answer = await ask(services, `/runs/${encodeURIComponent(runId)}?limit=0`);
      return answer.status === 404 ? undefined : parsed(runProgressSchema, answer);
    },
    runs: async function* (query, report = stopAtUnreadable) {
      for await (const { runs, unreadable } of runPages(services, query)) {
        unreadable.forEach(report);
        yield* runs;
      }
    },
    runPages: (query) => runPages(services, query),
    chain: async (runId) => {
      const pages = await ofRun(services, [runId, 'events'], historySchema);
      if (pages.length === 0) return undefined;
      return {
        events: pages.flatMap(({ events }) => events),
        unreadable: pages.flatMap(({ unreadable }) => unreadable),
      };
    },
    items: async (runId) => {
      const pages = await ofRun(services, [runId, 'items'], storedItemsSchema);
      return pages.length === 0 ? undefined : pages.flatMap(({ items }) => items);
    },
    rows: (runId, of) => rowsOf(services, runId, of, rowsSchema),
    allRows: (runId, importId) => rowsOf(services, runId, { importId }, importRowsSchema),
    seals: async (days) => {
      const pages = await allOf(paged(services, '/seals', { query: { ...days }, schema: sealsPageSchema }));
      return {
        seals: pages.flatMap(({ seals }) => seals),
        noted: pages.flatMap(({ noted }) => noted),
        lists: pages.flatMap(({ lists }) => lists),
      };
    },
    sealedList: async (day, list) => {
      const texts: string[] = [];
      const paging = { query: { list }, schema: headsPageSchema, by: 'offset' };
      const pages = paged(services, `/seals/${day}/heads`, paging);
      for await (const { text } of pages) texts.push(text);
      return texts.join('');
    },
    act: async (runId, name, body) =>
      accepted(runJsonSchema, await ask(services, `/runs/${encodeURIComponent(runId)}/${name}`, body)),
    migrations: async (path, schema) => accepted(schema, await ask(services, `/migrations${path}`)),
    actOnMigration: async (path, body, schema) =>
      accepted(schema, await ask(services, `/migrations${path}`, body)),
    erase: async (body) => accepted(erasedRunsSchema, await ask(services, '/erase', body)),
    redrive: async () => parsed(redrivenSchema, await ask(services, '/redrive', {})),
  };
}

export function unreadableText(runId: string): string {
  return `the ledger's item of run ${runId} cannot be read: see "unreadable-runs" in docs/runbook.md.`;
}

/** An export must not skip a run silently. */
function stopAtUnreadable(runId: string): never {
  throw new CliError('failed', `The list is incomplete: ${unreadableText(runId)}`);
}

async function rowsOf<T>(
  services: Surroundings,
  ...[runId, of, schema]: readonly [string, Readonly<Record<string, string>>, z.ZodType<T>]
): Promise<T | undefined> {
  const search = new URLSearchParams(of).toString().replaceAll('+', '%20');
  const answer = await ask(services, `/runs/${encodeURIComponent(runId)}/rows?${search}`);
  return answer.status === 404 ? undefined : parsed(schema, answer);
}

/** Every page of one part of a run; none when the run does not exist. */
async function ofRun<T extends { next?: string | undefined }>(
  services: Surroundings,
  [runId, ...part]: readonly [string, string?],
  schema: z.ZodType<T>,
): Promise<T[]> {
  const isGone = (status: number) => status === 404;
  const path = ['/runs', encodeURIComponent(runId), ...part].join('/');
  return allOf(paged(services, path, { query: {}, schema, isGone }));
}

async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

const runsPageSchema = z.object({
  runs: runSummariesSchema,
  unreadable: z.array(z.string()).default([]),
  next: z.string().optional(),
});

function runPages(services: Surroundings, query: ListQuery): ReturnType<History['runPages']> {
  return paged(services, '/runs', { query: { ...query }, schema: runsPageSchema });
}

/** A list of the runs of a day that is not sealed yet. */
const sealsPageSchema = z.object({
  seals: z.array(sealSchema),
  noted: z.array(sealNoteSchema).default([]),
  lists: z.array(openListSchema).default([]),
  next: z.string().optional(),
});
const importRowsSchema = z.object({
  records: z.array(z.tuple([z.string(), z.array(z.int())])),
  valuesSha256: z.string().optional(),
});
const rowsSchema = z.object({ rows: z.array(z.int()), valuesSha256: z.string().optional() });
const headsPageSchema = z.object({ text: z.string(), next: z.int().optional() });

interface Paging<T> {
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly schema: z.ZodType<T>;
  /** The query parameter of the next page. */
  readonly by?: string;
  /** Whether a status means that it does not exist. */
  readonly isGone?: (status: number) => boolean;
}

/** One page after the other, each read only when needed. */
async function* paged<T extends { next?: string | number | undefined }>(
  services: Surroundings,
  path: string,
  { query, schema, by = 'after', isGone = () => false }: Paging<T>,
): AsyncGenerator<T> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  for (;;) {
    const answer = await ask(services, `${path}?${search.toString().replaceAll('+', '%20')}`);
    if (isGone(answer.status)) return;
    const page = parsed(schema, answer);
    yield page;
    if (page.next === undefined) return;
    search.set(by, String(page.next));
  }
}

/** @throws CliError with the message of the history API: `usage` for what does not exist, else `refused` */
function accepted<T>(schema: z.ZodType<T>, answer: HistoryAnswer): T {
  const reason = refusalReason(parseJson(answer.text));
  if (answer.status < 500 && reason !== undefined)
    throw new CliError(answer.status === 404 ? 'usage' : 'refused', reason);
  return parsed(schema, answer);
}

interface HistoryAnswer {
  readonly status: number;
  readonly text: string;
}

async function ask(services: Surroundings, path: string, body?: object): Promise<HistoryAnswer> {
  const { history, ifSilent } = await findSystem(services);
  const request = {
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    url: new URL(`${history.baseUrl}${path}`),
    body: body === undefined ? '' : JSON.stringify(body),
  };
  const headers = await history.headers(request);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: request.body }),
      // What proves who calls goes to this address and nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([services.signal, AbortSignal.timeout(30_000)]),
    });
    const answer = { status: response.status, text: await response.text() };
    throwIfRefused('import history', answer);
    return answer;
  } catch (error) {
    if (services.signal.aborted) throw new CliError('interrupted', 'Interrupted.', { cause: error });
    if (error instanceof CliError) throw error;
    throw new CliError(
      'nothingRuns',
      `The import history does not answer at ${history.baseUrl}. ${ifSilent}`,
      {
        cause: error,
      },
    );
  }
}

function parsed<T>(schema: z.ZodType<T>, { status, text }: HistoryAnswer): T {
  if (status !== 200) {
    // A server error may pass, like a missing answer.
    const exit = status >= 500 ? 'nothingRuns' : 'failed';
    throw new CliError(exit, `The import history answered HTTP ${status}: ${text.slice(0, 300)}`);
  }
  return formed(schema, parseJson(text));
}

function formed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const where = result.error.issues
    .map((issue) => issue.path.join('.'))
    .slice(0, 5)
    .join(', ');
  throw new CliError(
    'failed',
    `The import history answered in an unexpected form, at: ${where}. Is it another version?`,
  );
}
