import { reasonOf, type Reason } from '@sluice/contract';

/** Rows of a batch that one dry run checks together. */
interface Group {
  readonly rows: readonly number[];
  /** Why one of them must be refused: the other half of a refused group passed. */
  readonly sure?: string | undefined;
  /** The other half is checked first. If it passes, this half is at fault for this reason. */
  readonly elseSure?: string | undefined;
  /** The row before may be the one that was named. It is checked alone; if it passes, this one is next. */
  readonly elseSuspect?: number | undefined;
  /** Each of its rows that may have been named passed alone. */
  readonly isUnclear?: boolean | undefined;
}

export interface RefusedRow {
  readonly row: number;
  readonly reasons: readonly Reason[];
  /** The profile leaves such rows out: it did not fail. */
  readonly leftOut?: true | undefined;
}

/** What the dry runs of one batch have shown. Each of its rows is in one place. */
export interface Search {
  /** The rows of the current dry run. */
  readonly asking: Group;
  readonly waiting: readonly Group[];
  readonly passed: readonly number[];
  readonly refused: readonly RefusedRow[];
  /** The number of further dry runs, with the current one but without the first one of the batch. */
  readonly calls: number;
  /** Rows that were not checked one by one, since the calls were used up or nothing passed. */
  readonly unchecked: readonly number[];
  /** The last message of the service. */
  readonly message?: string | undefined;
}

export type DryAnswer =
  | { readonly kind: 'passed' }
  /**
   * `named` may be empty. `suspects` are the rows that a number in it may mean while nobody knows from which number the service
   * counts. `message` is its text, for the result sheet.
   */
  | {
      readonly kind: 'refused';
      readonly named: readonly RefusedRow[];
      readonly suspects?: readonly number[] | undefined;
      readonly message: string;
    };

export interface SearchRules {
  /** The most further dry runs. */
  readonly mostCalls: number;
  /** Whether the remaining rows will be sent. Then they must pass once more, together. */
  readonly sendsRest: boolean;
}

export type SearchStep =
  | { readonly kind: 'ask'; readonly search: Search }
  /** `rest`: the rows that passed together in the last dry run, or none. */
  | { readonly kind: 'done'; readonly search: Search; readonly rest: readonly number[] };

export function searchOf(rows: readonly number[]): Search {
  return { asking: { rows }, waiting: [], passed: [], refused: [], calls: 0, unchecked: [] };
}

/**
 * The next step after the answer to a dry run. Rows that the answer names are set aside, and the others are checked again. If a
 * number may mean two rows, one is checked alone: its refusal shows from which number the service counts. If the answer names none,
 * the rows are halved until single rows are refused. Pure.
 */
export function afterAnswer(search: Search, answer: DryAnswer, rules: SearchRules): SearchStep {
  const { asking, waiting, passed } = search;
  if (answer.kind === 'passed' && waiting.length === 0 && passed.length === 0)
    return { kind: 'done', search, rest: asking.rows };
  const known = answer.kind === 'passed' ? pass(search) : refuse(search, answer);
  return onward(narrowed(known), rules);
}

function pass(search: Search): Search {
  const [sibling, ...others] = search.waiting;
  const known = { ...search, passed: merged(search.passed, search.asking.rows) };
  if (sibling?.elseSure !== undefined)
    return { ...known, waiting: [{ rows: sibling.rows, sure: sibling.elseSure }, ...others] };
  if (sibling?.elseSuspect === undefined) return known;
  const rest = sibling.rows.filter((row) => row !== sibling.elseSuspect);
  return {
    ...known,
    waiting: [{ rows: [sibling.elseSuspect] }, { rows: rest, isUnclear: true }, ...others],
  };
}

function refuse(
  search: Search,
  { named, suspects = [], message }: Extract<DryAnswer, { kind: 'refused' }>,
): Search {
  const { rows, isUnclear = false } = search.asking;
  const alone = rows.length === 1 ? rows.map((row) => ({ row, reasons: [refusedBy(message)] })) : [];
  const byName = named.filter(({ row }) => rows.includes(row));
  const found = byName.length > 0 ? byName : alone;
  // The other half may now be good or bad.
  const waiting = search.waiting.map((group) => ({ rows: group.rows }));
  if (found.length === 0) {
    const parts = isUnclear ? [] : suspected(rows, suspects);
    return {
      ...search,
      message,
      waiting: [...(parts.length > 0 ? parts : halves(rows, message)), ...waiting],
    };
  }
  const gone = new Set(found.map(({ row }) => row));
  const rest = rows.filter((row) => !gone.has(row));
  return {
    ...search,
    message,
    refused: [...search.refused, ...found].toSorted((one, other) => one.row - other.row),
    waiting: rest.length === 0 ? waiting : [{ rows: rest }, ...waiting],
  };
}

/** A text of the service that names no row. */
function refusedBy(message: string): Reason {
  return reasonOf('refused_by_service', { text: message });
}

/** The first suspect alone, before the others. */
function suspected(rows: readonly number[], suspects: readonly number[]): Group[] {
  const [one, elseSuspect] = suspects.filter((row) => rows.includes(row));
  if (one === undefined || rows.length < 3) return [];
  return [{ rows: [one] }, { rows: rows.filter((row) => row !== one), elseSuspect }];
}

function halves(rows: readonly number[], message: string): Group[] {
  const middle = rows.length >> 1;
  return [{ rows: rows.slice(0, middle) }, { rows: rows.slice(middle), elseSure: message }];
}

/** A group that must contain a refused row is halved at once. A single row is still checked: alone it may be good. */
function narrowed(search: Search): Search {
  const [first, ...others] = search.waiting;
  if (first?.sure === undefined || first.rows.length < 2) return search;
  return { ...search, waiting: [...halves(first.rows, first.sure), ...others] };
}

/** If so many single rows were refused for one reason and none passed, the reason may not be the rows. */
const refusedForNothing = 3;

function onward(search: Search, rules: SearchRules): SearchStep {
  const { waiting, passed } = search;
  const [next, ...others] = waiting;
  const left = rules.mostCalls - search.calls;
  // The last call checks what will be sent.
  const isSpent = left <= (rules.sendsRest && passed.length > 0 ? 1 : 0);
  const forNothing =
    passed.length > 0
      ? 0
      : search.refused.filter(({ reasons: [only] }) => only?.says === search.message).length;
  if (next !== undefined && !isSpent && forNothing <= refusedForNothing)
    return forNothing === refusedForNothing ? askLast(search) : ask({ ...search, waiting: others }, next);
  const unchecked = merged(
    search.unchecked,
    waiting.flatMap(({ rows }) => rows),
  );
  const over: Search = { ...search, waiting: [], unchecked };
  if (rules.sendsRest && passed.length > 0 && left > 0) return ask({ ...over, passed: [] }, { rows: passed });
  return { kind: 'done', search: over, rest: [] };
}

/** Checks one more row, far from the others, before it gives up. */
function askLast(search: Search): SearchStep {
  const last = search.waiting.at(-1)?.rows ?? [];
  const others = last.slice(0, -1);
  const before = search.waiting.slice(0, -1);
  return ask(
    { ...search, waiting: others.length === 0 ? before : [...before, { rows: others }] },
    { rows: last.slice(-1) },
  );
}

function ask(search: Search, asking: Group): SearchStep {
  return { kind: 'ask', search: { ...search, asking, calls: search.calls + 1 } };
}

function merged(one: readonly number[], other: readonly number[]): number[] {
  return [...one, ...other].toSorted((a, b) => a - b);
}
