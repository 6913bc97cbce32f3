import type { Delimiter } from '../model/sheet.ts';
import { isBlankRow } from '../table/blank-row.ts';
import { findHeader, tableWidth, type HeaderFound } from '../table/find-header.ts';
import type { Dialect } from './dialect.ts';
import { withPlainEnds } from './line-ends.ts';
import { tokenizer } from './tokenize.ts';

/** How many rows decide about a delimiter. */
export const sampledRows = 1000;

export type DelimitedDialect = Dialect & { readonly delimiter: Delimiter };

export interface Sample {
  /** The first block of the file as text. */
  readonly text: string;
  /** Whether that is the whole file. */
  readonly whole: boolean;
}

/** The first block, as one dialect reads it. */
export interface Reading {
  readonly dialect: DelimitedDialect;
  /** Undefined if the first block has no complete row. */
  readonly header: HeaderFound | undefined;
  /** The share of rows as wide as the header, from 0 to 1. */
  readonly wide: number;
  /** The share of rows as wide as the header and not cut within quotes. */
  readonly share: number;
  readonly faulty: boolean;
  readonly rows: readonly (readonly string[])[];
}

export function readAs(dialect: DelimitedDialect, { text, whole: last }: Sample): Reading {
  const { rows, fault } = tokenizer(dialect)(withPlainEnds(text, dialect), last);
  const sampled = rows.slice(0, sampledRows);
  const header = findHeader(sampled, dialect.delimiter === ',');
  const filled = sampled.filter((row) => !isBlankRow(row));
  const columns = usualColumns(header, filled);
  const wide = filled.filter((row) => row.length === columns);
  const whole = wide.filter((row) => !row.some(isCut));
  const of = Math.max(1, filled.length);
  return {
    dialect,
    header,
    wide: wide.length / of,
    share: whole.length / of,
    faulty: fault !== undefined,
    rows: sampled,
  };
}

/** The width of the header; of all other rows, if they agree and no row is as wide as the header: it may be damaged. */
function usualColumns(
  header: HeaderFound | undefined,
  rows: readonly (readonly string[])[],
): number | undefined {
  const alike = rows.filter(({ length }) => length === header?.columns).length;
  const usual = tableWidth(rows.map(({ length }) => length));
  const isDamaged = alike < 2 && rows.filter(({ length }) => length === usual).length >= 3;
  return isDamaged && usual > 2 ? usual : header?.columns;
}

export const columnsOf = ({ header }: Reading): number => header?.columns ?? 0;

/** A wrong delimiter leaves one quote in each part of a quoted cell. */
function isCut(cell: string): boolean {
  return cell.includes('"') && cell.split('"').length % 2 === 0;
}
