import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import { commandLine } from '../io/shell.ts';
import { printable } from '@sluice/mail/words';
import { inColumns, laidOut } from '../views/columns.ts';
import {
  definitionsSchema,
  migrationJsonSchema,
  migrationStatusText,
  statusWords,
} from '@sluice/ledger/views';
import type { History } from './history.ts';

/** An id has 26 characters. Lists show as many of them as tell its neighbours apart, and at least this many. */
const shown = { least: 8, of: 26 };
/** Fewer characters than this belong to too many runs. */
const leastGiven = 4;
/** A shorter id than lists show is looked up among so many newest runs only: among all it would mean several. */
const newest = 2_000;

/** The id, or its beginning. */
const idPattern = /^[a-z2-7]{4,26}$/u;

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

/**
 * Uses the name of a migration or the id of a start; if there is none, the whole id of the start that begins so.
 * @throws CliError `usage` when there is none either, or several begin so
 */
export async function withMigration<T>(
  named: string,
  history: Pick<History, 'migrations'>,
  use: (named: string) => Promise<T>,
): Promise<T> {
  try {
    return await use(named);
  } catch (error) {
    const isUnknown = error instanceof CliError && error.exit === 'usage';
    if (!isUnknown || !idPattern.test(named)) throw error;
    const starts = await startsFrom(named, history);
    if (starts.length === 0)
      throw new CliError('usage', `${error.message} ${startsListed()}`, { cause: error });
    return use(only(named, starts, 'start of a migration'));
  }
}

function startsListed(): string {
  const [all, whole] = [commandLine('migrations'), commandLine('migrations', 'NAME', '--format', 'json')];
  return `\`${all}\` lists the names, and \`${whole}\` the whole ids of the starts of one.`;
}

async function startsFrom(id: string, history: Pick<History, 'migrations'>): Promise<Candidate[]> {
  const definitions = await history.migrations('', definitionsSchema);
  const lists = await Promise.all(
    definitions.map(({ name }) => history.migrations(`/${encodeURIComponent(name)}`, startsSchema)),
  );
  return lists
    .flat()
    .filter(({ migrationId }) => migrationId.startsWith(id))
    .map((start) => ({ id: start.migrationId, about: `${start.name}, ${migrationStatusText(start)}` }));
}

/** Somebody who may not see migrations means a run. */
function noneIfRefused(error: unknown): Candidate[] {
  if (error instanceof CliError && error.exit === 'refused') return [];
  throw error;
}

/** A run, or a start of a migration. @throws CliError `usage` when there is none, or several begin so */
export async function anyIdNamed(text: string, history: History): Promise<string> {
  const id = checked(text, { what: 'run or of a start', list: commandLine('runs') });
  if (id.length === shown.of) return id;
  const [runs, starts] = await Promise.all([
    runsFrom(id, history),
    startsFrom(id, history).catch(noneIfRefused),
  ]);
  return only(id, [...runs, ...starts], 'run');
}

function checked(text: string, { what, list }: { readonly what: string; readonly list: string }): string {
  const id = text.trim().toLowerCase();
  if (idPattern.test(id)) return id;
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
