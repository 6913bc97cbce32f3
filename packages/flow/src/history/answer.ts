import { failure, pathOf, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { refuseUnreadable } from '../act/refuse-unreadable.ts';
import { showFigures, type FigureServices } from './figures.ts';
import { showMigrations, type MigrationHistoryServices } from './migrations.ts';
import { showEvents, showItems } from './pages.ts';
import { showRows, type RowServices } from './rows.ts';
import { withoutCells } from './without-cells.ts';
import { listRuns, noRun, showRun, type HistoryServices } from './runs.ts';
import { listSeals, showHeads } from './seals.ts';

type Services = FigureServices & HistoryServices & MigrationHistoryServices & RowServices;
type Route = (
  id: string,
  asked: Pick<HttpRequest, 'query' | 'headers'>,
  services: Services,
) => HttpResponse | Promise<HttpResponse>;

/** Every path. A part in braces takes any value and is the id. */
const routes: Readonly<Record<string, Route>> = {
  /** A page of runs, newest first. */
  '/runs': (_id, { query }, services) => listRuns(query, services),
  /** One run with its submissions and its timeline, in pages; without them, with the tail of its own events, to follow it. */
  '/runs/{runId}': showRun,
  /** The hash chain of a run or of a migration, in pages. */
  '/runs/{runId}/events': (id, { query }, services) => showEvents(id, query, services),
  /** The stored items of a run or of a migration, in pages. */
  '/runs/{runId}/items': (id, { query }, services) => showItems(id, query, services),
  /** The rows that an import of a run wrote to one record. */
  '/runs/{runId}/rows': (id, { query }, services) => showRows(id, query, services),
  /** What the runs of each of the last days came to. */
  '/figures': (_id, { query }, services) => showFigures(query, services),
  '/seals': (_id, { query }, services) => listSeals(query, services),
  /** The list that the seal of a day covers. */
  '/seals/{day}/heads': (id, { query }, { seals }) => showHeads(id, query, seals),
  /** The definitions, each with its last start. */
  '/migrations': (_id, _asked, services) => showMigrations(undefined, services),
  /** The starts of a name, or one start whole. */
  '/migrations/{name or id}': (id, _asked, services) => showMigrations(id, services),
};

/** Whoever signs requests reads what IAM lets them; at the console a viewer sees no values of cells. */
const maySeeCells = ({ roles }: HttpRequest): boolean =>
  roles === undefined || roles.some((role) => role !== 'viewer');

/** Longer ones than any id are longer than a key of the ledger may be. */
const longestId = 1000;

export const answer = refuseUnreadable(answerRoute);

async function answerRoute(request: HttpRequest, services: Services): Promise<HttpResponse> {
  if (request.method !== 'GET') return failure(405, 'method_not_allowed', 'Expected: GET.');
  const parts = pathOf(request.path);
  const shown = maySeeCells(request) ? services : { ...services, ledger: withoutCells(services.ledger) };
  for (const [pattern, route] of Object.entries(routes)) {
    const expected = pathOf(pattern);
    const isIt = (part: string, at: number) => part.startsWith('{') || part === parts[at];
    if (expected.length === parts.length && expected.every(isIt))
      return (parts[1] ?? '').length > longestId ? noRun : route(parts[1] ?? '', request, shown);
  }
  return failure(404, 'not_found', `Expected one of: ${Object.keys(routes).join(', ')}.`);
}
