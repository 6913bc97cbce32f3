import {
  codeOf,
  fieldTitle,
  parseJson,
  previewSchema,
  reasonOf,
  shownValue,
  storedValuesSchema,
  type Preview,
  type Reason,
  type StoredValues,
} from '@sluice/contract';
import * as z from 'zod';
import type { RowProblem } from '../model/plan-types.ts';
import { designatedIn } from './designations.ts';

/** What was sent: `rows[N - 1]` is the row of record N. A record of an earlier step of a migration has none. */
export interface SentRecords {
  readonly rows: readonly (number | undefined)[];
  /** The headers of the columns by field. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the values of wrong fields. */
  readonly records?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** The number of a server's first record. */
export type Numbering = 0 | 1;

/** What a message says of the rows that were sent. */
export interface NamedRows {
  readonly named: readonly RowProblem[];
  /** From which number this server counts, if the message shows it. */
  readonly numbering?: Numbering | undefined;
  /** While that is not known: the rows that its first number may mean. */
  readonly suspects: readonly number[];
}

/**
 * The rows that an import's `errorMessage` names. Our service has a line `record N (set S, record M): field: text` for each, whose
 * text has a code, and counts from 1. The text of another service is shown as it is; from which number it counts is shown by the
 * number of its last record, or by a 0. Numbers without a row are ignored.
 */
export function rowsNamed(errorMessage: string, sent: SentRecords, known?: Numbering): NamedRows {
  const ours = errorMessage.split('\n').flatMap((line) => ourLine(line, sent) ?? []);
  const rowAt = (number: number, from: Numbering) => sent.rows[number - from];
  const problem = (row: number | undefined, { number: _, ...reason }: Named) =>
    row === undefined ? [] : [{ row, ...reason }];
  if (ours.length > 0)
    return { named: ours.flatMap((one) => problem(rowAt(one.number, 1), one)), suspects: [] };
  const theirs = designatedIn(errorMessage, textsIn(sent)).map(({ number, words }): Named => ({
    number,
    ...reasonOf('refused_by_service', { text: reasonIn(words) }),
  }));
  const shown = numberingIn(theirs, sent.rows.length);
  const numbering = known ?? shown;
  const named = theirs.flatMap((one) => {
    // A row may have several records, so that both numbers mean it.
    const [low, high] = [rowAt(one.number, 1), rowAt(one.number, 0)];
    if (numbering === undefined) return low === high ? problem(low, one) : [];
    return problem(rowAt(one.number, numbering), one);
  });
  const [unclear] = named.length > 0 || numbering !== undefined ? [] : theirs;
  const may = unclear === undefined ? [] : [rowAt(unclear.number, 1), rowAt(unclear.number, 0)];
  return { named, numbering: shown, suspects: may.filter((row) => row !== undefined) };
}

function numberingIn(named: readonly Named[], records: number): Numbering | undefined {
  const [isFromZero, isFromOne] = [0, records].map((edge) => named.some(({ number }) => number === edge));
  return isFromZero === isFromOne ? undefined : isFromZero ? 0 : 1;
}

function* textsIn({ records = [] }: SentRecords): Generator<string> {
  for (const record of records)
    for (const value of Object.values(record).flat()) if (typeof value === 'string') yield value;
}

interface Named extends Reason {
  /** The number of the record, from 1. */
  readonly number: number;
}

function ourLine(line: string, { headers = {}, records = [] }: SentRecords): Named[] | undefined {
  const found = /^record (\d+) \(set \d+, record \d+\): ([^:]{1,200}): (.+)$/u.exec(line.trim());
  if (found === null) return undefined;
  const [, digits, field = '', says = ''] = found;
  const number = Number(digits);
  const own = Object.hasOwn(headers, field) ? headers[field] : undefined;
  const name = own ?? (field === 'record' ? 'This record' : fieldTitle(field));
  const code = codeOf(says);
  if (code === undefined)
    return [{ number, ...reasonOf('refused_by_service', { text: `${name}: ${says}` }) }];
  const value = shownField(records[number - 1]?.[field]);
  return [{ number, code, says, name, ...(value !== '' && !says.includes(value) && { value }) }];
}

/** Blank for what a sheet has no cell for. The entries of a list are as in a cell. */
function shownField(value: unknown): string {
  if (value === undefined || value === null) return '';
  return shownValue(Array.isArray(value) ? value.join('; ') : value);
}

function reasonIn(words: string): string {
  const reason = words
    .replace(/^[\s:.,;)\]–-]+/u, '')
    .slice(0, 300)
    .replace(/(?<![\s,;(–-])[\s,;(–-]+$/u, '');
  return reason === '' ? 'The service gave no reason' : reason;
}

const withValues = z.object({ values: storedValuesSchema });

/** What our service keeps of the values of an import, by its preview. */
export const readValues = (preview: string | null | undefined): StoredValues | undefined =>
  withValues.safeParse(parseJson(preview ?? '')).data?.values;

/** The preview of an import; undefined if it does not have the form of our service. */
export function readPreview(preview: string | null | undefined): Preview | undefined {
  return previewSchema.safeParse(parseJson(preview ?? '')).data;
}
