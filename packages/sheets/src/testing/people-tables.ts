import { readFileSync } from 'node:fs';
import { outcomeOf, sourceOf } from './sheets.ts';

/** Who wrote the files of `corpus/tables`, each in its folder, with what is true of them in `manifest.jsonl`. */
export const writers = ['libreoffice', 'openpyxl', 'xlsxwriter', 'pandas', 'r', 'postgresql'] as const;

export type Row = readonly [number: number, ...cells: string[]];

/** What is true of a file by the program that made it: its table, or that one has to ask. */
export interface PeopleTable {
  readonly file: string;
  readonly writer: (typeof writers)[number];
  readonly kind: string;
  readonly layout: string;
  readonly question?: string;
  readonly header?: readonly string[];
  /** The lowest names of a header of several rows, which are enough. */
  readonly lowest?: readonly string[];
  readonly rows?: readonly Row[];
}

const folder = new URL('../../corpus/tables/', import.meta.url);

export function peopleTables(): PeopleTable[] {
  const lines = writers.flatMap((writer) =>
    readFileSync(new URL(`${writer}/manifest.jsonl`, folder), 'utf8')
      .trim()
      .split('\n'),
  );
  return lines.map((line) => JSON.parse(line) as PeopleTable);
}

export const bytesOf = ({ file }: PeopleTable): Buffer => readFileSync(new URL(file, folder));

/** How a file was read, against its truth. */
export interface Verdict {
  /** `asked`: it was refused with a question although it has one reading; `wrong`: it was read, but not as it is. */
  readonly table: 'right' | 'asked' | 'wrong';
  readonly asked: boolean;
  readonly right: number;
  /** Rows that a refusal names, or whose cells do not fit the header, so that the plan names them. */
  readonly named: number;
  readonly silentlyWrong: number;
  /** The refusal, or the first difference. */
  readonly why?: string;
}

export type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

export async function judge(table: PeopleTable, bytes: Buffer): Promise<Verdict> {
  return compare(table, await outcomeOf(sourceOf(bytes)));
}

export function compare(
  { question, header = [], lowest, rows = [] }: PeopleTable,
  outcome: Outcome,
): Verdict {
  const { facts, error } = outcome;
  const asked = error !== undefined;
  if (question !== undefined) {
    if (asked) return { table: 'right', asked, right: 0, named: 0, silentlyWrong: 0 };
    const why = `not asked, although ${question}`;
    return { table: 'wrong', asked, right: 0, named: 0, silentlyWrong: outcome.rows.length, why };
  }
  if (asked)
    return { table: 'asked', asked, right: 0, named: rows.length, silentlyWrong: 0, why: error.message };
  const names = facts?.header ?? [];
  if (!areSame(names, header) && !(lowest !== undefined && areSame(names, lowest))) {
    const why = `the header ${JSON.stringify(names)}`;
    return { table: 'wrong', asked, right: 0, named: 0, silentlyWrong: rows.length, why };
  }
  return compareRows(rows, outcome.rows as unknown as readonly Row[], names.length);
}

function compareRows(truth: readonly Row[], found: readonly Row[], width: number): Verdict {
  const byNumber = new Map(found.map((row) => [row[0], row]));
  const expected = new Set(truth.map(([number]) => number));
  const extra = found.filter(([number]) => !expected.has(number));
  const fits = ([, ...cells]: Row) => cells.length >= width && !cells.slice(width).some(isFilled);
  const wrong: unknown[] = [];
  let [right, named] = [0, 0];
  for (const row of truth) {
    const own = byNumber.get(row[0]);
    if (own !== undefined && areSame(own.slice(1) as string[], row.slice(1) as string[])) right += 1;
    else if (own !== undefined && !fits(own)) named += 1;
    else wrong.push(own ?? `row ${row[0]} is missing`);
  }
  wrong.push(...extra.filter(fits));
  const isRight = extra.length === 0 && truth.length === found.length;
  const why = wrong.length === 0 ? undefined : JSON.stringify(wrong[0]);
  return {
    table: isRight ? 'right' : 'wrong',
    asked: false,
    right,
    named: named + extra.filter((row) => !fits(row)).length,
    silentlyWrong: wrong.length,
    ...(why !== undefined && { why }),
  };
}

const isFilled = (cell: string): boolean => cell !== '';

/** Blank cells at the ends are nothing. */
function areSame(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if ((one[at] ?? '') !== (other[at] ?? '')) return false;
  return true;
}
