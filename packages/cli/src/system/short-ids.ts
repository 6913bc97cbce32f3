import { statusWords } from '@sluice/answers/run';
import { migrationStatusText } from '@sluice/answers/migration';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import { commandLine } from '../io/shell.ts';
import { meantBy } from '@sluice/contract';
import { printable, time } from '@sluice/contract/words';
import { inColumns, laidOut } from '../io/columns.ts';
import {
  definitionsSchema,
  migrationJsonSchema,
  type DefinitionJson,
  type MigrationJson,
} from '@sluice/ledger/views';
import type { History } from './history.ts';
import { looksLikeId } from './id-form.ts';

/** An id has 26 characters. Lists show as many of them as tell its neighbours apart, and at least this many. */
const shown = { least: 8, of: 26 };
/** Fewer characters than this belong to too many runs. */
const leastGiven = 4;
/** A shorter id than lists show is looked up among so many newest runs only: among all it would mean several. */
const newest = 2_000;

/** One thing that an id may mean. */
interface Candidate {
  readonly id: string;
  /** For a person who has to choose. */
  readonly about: string;
}

/** As short as each id of a list may be shown and still mean one of them. */
export function shortIds(ids: readonly string[]): string[] {
  const sorted = ids.toSorted();
  const common = sorted.slice(1).map((id, at) => sharedLength(id, sorted[at] ?? ''));
  const length = Math.max(shown.least, ...common.map((same) => same + 1));
  return ids.map((id) => id.slice(0, length));
}

function sharedLength(one: string, other: string): number {
  // The same id twice is one thing.
  if (one === other) return 0;
  let at = 0;
  while (one[at] === other[at]) at++;
  return at;
}

/**
 * The id of a run, whole, of which the text is the beginning.
 * @throws CliError `usage` when no run or several begin so
 */
export async function runIdNamed(text: string, history: Pick<History, 'runs'>): Promise<string> {
  const id = checked(text, { what: 'run', list: commandLine('runs') });
  return id.length === shown.of ? id : only(id, await runsFrom(id, history), 'run');
}

/** What to do with a start of a migration, where it was given in place of a run. */
export type InsteadOfRun = (migrationId: string) => string;

/** What shows the runs of a start. */
export const showsStart: InsteadOfRun = (id) => commandLine('migrations', id);

/**
 * Uses the run of which the text is the id, or its beginning.
 * @throws CliError `usage` when there is none; where the text means a migration, with the command for its start
 */
export async function withRun<T>(
  { text, instead = showsStart }: { readonly text: string; readonly instead?: InsteadOfRun | undefined },
  history: Pick<History, 'runs' | 'migrations'>,
  use: (runId: string) => Promise<T>,
): Promise<T> {
  try {
    return await use(await runIdNamed(text, history));
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== 'usage') throw error;
    throw (await asMigration(text, instead, history).catch(() => undefined)) ?? error;
  }
}

/** Undefined if it is neither a migration nor a start of one. */
async function asMigration(
  text: string,
  instead: InsteadOfRun,
  history: Pick<History, 'migrations'>,
): Promise<CliError | undefined> {
  const definitions = await history.migrations('', definitionsSchema);
  const named = definitions.find(({ name }) => name === text);
  if (named !== undefined) {
    const { migrationId, scheduledAt, ...last } = lastStartOf(named);
    const state = `due ${time(scheduledAt)} (${migrationStatusText(last)})`;
    return new CliError(
      'usage',
      `${printable(text)} is a migration, not a run. For its last start, ${state}: ${instead(migrationId)}`,
    );
  }
  const [start] = looksLikeId(text) ? await startsFrom(text.toLowerCase(), definitions, history) : [];
  if (start === undefined) return undefined;
  const what = `${printable(text)} is a start of the migration ${printable(start.name)}, not a run`;
  return new CliError('usage', `${what}. Use: ${instead(start.id)}`);
}

async function runsFrom(id: string, history: Pick<History, 'runs'>): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let searched = 0;
  // A run that cannot be read is named by nobody by its first characters.
  for await (const run of history.runs({}, () => undefined)) {
    if (run.runId.startsWith(id)) found.push({ id: run.runId, about: `${statusWords(run)}, ${run.key}` });
    searched++;
    const isEnough = id.length < shown.least || found.length > 0;
    if (searched >= newest && isEnough) break;
  }
  return found;
}

const startsSchema = z.union([z.array(migrationJsonSchema), migrationJsonSchema]);

interface NamedMigration {
  readonly text: string;
  /** For what takes starts only: the command with the id of one. */
  readonly withId?: ((id: string) => string) | undefined;
}

/**
 * Uses the name of a migration or the id of a start; if there is none, the whole id of the start that begins so.
 * @throws CliError `usage` when there is none either, or several begin so
 */
export async function withMigration<T>(
  { text, withId }: NamedMigration,
  history: Pick<History, 'migrations'>,
  use: (named: string) => Promise<T>,
): Promise<T> {
  try {
    return await use(text);
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== 'usage') throw error;
    const definitions = await history.migrations('', definitionsSchema);
    const named = definitions.find(({ name }) => name === text);
    if (named !== undefined && withId !== undefined) throw ofWhichStart(named, withId);
    const starts = looksLikeId(text) ? await startsFrom(text, definitions, history) : [];
    if (starts.length > 0) return use(only(text, starts, 'start of a migration'));
    const near = meantBy(text, named === undefined ? definitions.map(({ name }) => name) : []);
    const hint = near === undefined ? startsListed() : `Did you mean ${printable(near)}?`;
    throw new CliError('usage', `${error.message} ${hint}`, { cause: error });
  }
}

/** A migration has many starts, so an act on one of them needs its id. */
function ofWhichStart(named: DefinitionJson, withId: (id: string) => string): CliError {
  const { migrationId, scheduledAt, ...last } = lastStartOf(named);
  const [name, all] = [printable(named.name), commandLine('migrations', named.name)];
  return new CliError(
    'usage',
    `${name} is a migration: expected the id of one of its starts, which \`${all}\` lists. Its last, due ${time(scheduledAt)}, is ${migrationStatusText(last)}: ${withId(migrationId)}`,
  );
}

function startsListed(): string {
  const [all, whole] = [commandLine('migrations'), commandLine('migrations', 'NAME', '--format', 'json')];
  return `\`${all}\` lists the names, and \`${whole}\` the whole ids of the starts of one.`;
}

async function startsFrom(
  id: string,
  definitions: readonly DefinitionJson[],
  history: Pick<History, 'migrations'>,
): Promise<(Candidate & { readonly name: string })[]> {
  const lists = await Promise.all(
    definitions.map(({ name }) => history.migrations(`/${encodeURIComponent(name)}`, startsSchema)),
  );
  return lists
    .flat()
    .filter(({ migrationId }) => migrationId.startsWith(id))
    .map((start) => ({
      id: start.migrationId,
      name: start.name,
      about: `${start.name}, ${migrationStatusText(start)}`,
    }));
}

/** Somebody who may not see migrations means a run. */
function noneIfRefused(error: unknown): DefinitionJson[] {
  if (error instanceof CliError && error.exit === 'refused') return [];
  throw error;
}

/**
 * A run, or a start of a migration; the name of a migration means its last start.
 * @throws CliError `usage` when there is none, or several begin so
 */
export async function anyIdNamed(text: string, history: History): Promise<string> {
  const id = text.trim().toLowerCase();
  if (id.length === shown.of && looksLikeId(id)) return id;
  const definitions = await history.migrations('', definitionsSchema).catch(noneIfRefused);
  const named = definitions.find(({ name }) => name === text);
  if (named !== undefined) return lastStartOf(named).migrationId;
  checked(text, { what: 'run or of a start', list: commandLine('runs') });
  const found = await Promise.all([runsFrom(id, history), startsFrom(id, definitions, history)]);
  return only(id, found.flat(), 'run');
}

function lastStartOf({ name, lastStart }: DefinitionJson): MigrationJson {
  if (lastStart !== null) return lastStart;
  throw new CliError('usage', `${printable(name)} is a migration that has not started yet.`);
}

function checked(text: string, { what, list }: { readonly what: string; readonly list: string }): string {
  const id = text.trim().toLowerCase();
  if (looksLikeId(id)) return id;
  throw new CliError(
    'usage',
    `${printable(text)} is not the id of a ${what}. Expected its first ${leastGiven} characters or more, as \`${list}\` shows it.`,
  );
}

/** Where the id stands, as short as it may be and whole. */
function expectedOf(id: string): string {
  const [short, all] = [commandLine('runs'), commandLine('runs', '--all', '--format', 'json')];
  const older = id.length < shown.least ? `; of an older run, its first ${shown.least} characters` : '';
  return `Expected an id that \`${short}\` shows${older}. \`${all}\` has every id whole.`;
}

function only(id: string, candidates: readonly Candidate[], what: string): string {
  const [first, ...others] = candidates;
  if (first === undefined) throw new CliError('usage', `No ${what} begins with ${id}. ${expectedOf(id)}`);
  if (others.length === 0) return first.id;
  const shortened = shortIds(candidates.map((candidate) => candidate.id));
  const rows = candidates.map(({ about }, at) => [`  ${shortened[at] ?? ''}`, printable(about)]);
  const [most, more] = [rows.slice(0, 10), rows.length - 10];
  throw new CliError(
    'usage',
    laidOut([
      `${id} is the beginning of ${candidates.length} ids. Expected one of:`,
      ...inColumns(most),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]),
  );
}
