import { foldName } from '@sluice/contract';
import * as z from 'zod';
import {
  compiled,
  compileExpression,
  longestExpression,
  type Expression,
} from '../expressions/expression.ts';

const expected = 'expected a value such as "active", or a list of values; "" is a blank cell';
const values = z.union([z.string(), z.array(z.string()).min(1, expected)], expected);
const byColumn = z.record(z.string().min(1), values).default({});

/** Which rows are imported. The others are filtered out: they are counted and listed, and nothing of them is sent. */
export const rowsSchema = z.strictObject({
  /** Rows that have one of these values in each of these columns. */
  only: byColumn,
  /** No rows that have one of these values in any of these columns. */
  except: byColumn,
  /** Rows for which this expression is true. */
  when: z.string().min(1).max(longestExpression).optional(),
});
type Rows = z.infer<typeof rowsSchema>;

/** A column of the filter. */
export interface FilterColumn {
  /** As the profile writes it. */
  readonly header: string;
  readonly values: readonly string[];
  readonly keeps: 'these' | 'others';
}

/** The filter of a profile; empty without one. */
function filterOf({ only, except }: Rows): FilterColumn[] {
  const of = (columns: Rows['only'], keeps: FilterColumn['keeps']) =>
    Object.entries(columns).map(([header, listed]) => ({ header, values: [listed].flat(), keeps }));
  return [...of(only, 'these'), ...of(except, 'others')];
}

/** What a condition may make. */
const made = ['bool'];

/** @throws Error what is wrong with the expression */
function conditionOf({ when }: Rows): Expression | undefined {
  return when === undefined ? undefined : compileExpression(when, made);
}

export const rowSettings = (rows: Rows) => ({ filter: filterOf(rows), when: conditionOf(rows) });

export function filterProblems(rows: Rows): string[] {
  const { only, except, when } = rows;
  const condition = when === undefined ? undefined : compiled(when, made);
  return [
    ...twice('rows.only', only),
    ...twice('rows.except', except),
    ...(typeof condition === 'string' ? [`rows.when: ${condition}`] : []),
  ];
}

function twice(setting: string, columns: Rows['only']): string[] {
  const named = Map.groupBy(Object.keys(columns), foldName);
  return [...named.values()]
    .filter(({ length }) => length > 1)
    .map(([name]) => `${setting} names ${name} twice`);
}
