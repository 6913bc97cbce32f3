import {
  codeOf,
  fieldTitle,
  parseJson,
  previewSchema,
  reasonOf,
  shownValue,
  type Preview,
  type Reason,
} from '@sluice/contract';
import type { RowProblem } from '../plan/plan-types.ts';

/** What was sent: `rows[N - 1]` is the row of record N. A record of an earlier step of a migration has none. */
export interface SentRecords {
  readonly rows: readonly (number | undefined)[];
  /** The headers of the columns by field. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the values of wrong fields. */
  readonly records?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/**
 * The rows that an import's `errorMessage` names. Our service has a line `record N (set S, record M): field: text` for each, whose
 * text has a code. The text of another service is shown as it is. Numbers without a row are ignored.
 */
export function rowsNamed(errorMessage: string, sent: SentRecords): RowProblem[] {
  return errorMessage.split('\n').flatMap((line) => {
    const named = ourLine(line, sent) ?? theirLine(line);
    return named.flatMap(({ number, ...reason }) => {
      const row = sent.rows[number - 1];
      return row === undefined ? [] : [{ row, ...reason }];
    });
  });
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

const naming = /\brecords?\s*(?:(?:number|no\.?|nr\.?)\s*)?#?(\d{1,9})\b/giu;

/** Each record that the line names, with the text after it. */
function theirLine(line: string): Named[] {
  const found = [...line.matchAll(naming)];
  return found.map((match, at) => {
    const words = line.slice(match.index + match[0].length, found[at + 1]?.index);
    return { number: Number(match[1]), ...reasonOf('refused_by_service', { text: reasonIn(words) }) };
  });
}

function reasonIn(words: string): string {
  const reason = words
    .replace(/^[\s:.,;)\]–-]+/u, '')
    .slice(0, 300)
    .replace(/(?<![\s,;(–-])[\s,;(–-]+$/u, '');
  return reason === '' ? 'The service gave no reason' : reason;
}

/** The preview of an import; undefined if it does not have the form of our service. */
export function readPreview(preview: string | null | undefined): Preview | undefined {
  return previewSchema.safeParse(parseJson(preview ?? '')).data;
}
