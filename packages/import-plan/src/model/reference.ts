import { sha256 } from '#platform';
import { importSchema, inForm, storedValue, type FieldSpec } from '@sluice/contract';

/** What a row becomes: the records that are sent for it, found by this field. */
export interface PlannedRow {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** Whether what a run wrote still counts as landed: not if it is unknown here or was undone. */
export type HasLanded = (runId: string) => Promise<boolean>;

interface Landed {
  readonly runId: string;
  readonly row: number;
}

/**
 * What a result sheet says of a row that landed: the run, the row, and a digest of the values that it wrote. Spreadsheet programs
 * keep it as it is: it is no number, no date and no formula, and has no sign that separates cells.
 */
export function referenceOf(landed: Landed, planned: PlannedRow): string {
  return `ref-${landed.runId}-${landed.row}-${digestOf(landed, planned)}`;
}

const pattern = /^ref-(?<runId>[0-9a-z]{1,64})-(?<row>\d{1,10})-(?<digest>[0-9a-f]{16})$/u;

/** The run that a reference names. Undefined for any other text. */
export const runNamed = (reference: string): string | undefined => partsOf(reference)?.runId;

/** Whether the values are those that the row of the reference had when it landed. */
export function isAsLanded(reference: string, planned: PlannedRow): boolean {
  const parts = partsOf(reference);
  return parts !== undefined && parts.digest === digestOf(parts, planned);
}

function partsOf(reference: string): (Landed & { readonly digest: string }) | undefined {
  const { runId, row, digest } = pattern.exec(reference)?.groups ?? {};
  return runId === undefined || digest === undefined ? undefined : { runId, row: Number(row), digest };
}

/** Of values, not of cells, since programs write cells anew: `5.1.2026` as `2026-01-05`, `ja` as `TRUE`. */
function digestOf({ runId, row }: Landed, { schema, lookup, records }: PlannedRow): string {
  const fields = importSchema(schema)?.fields ?? {};
  const values = records.map((record) =>
    Object.keys(record)
      .toSorted()
      .map((field) => [field, settled(fields[field], record[field])]),
  );
  return sha256(JSON.stringify([runId, row, schema, lookup, values]), 'hex').slice(0, 16);
}

/** The value without what a program may change in a cell that nobody touches. */
export function settled(spec: FieldSpec | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => settled(undefined, entry));
  const stored = spec === undefined ? value : storedValue(spec, value);
  return typeof stored === 'string' ? inForm(stored.trim().replaceAll('\r\n', '\n'), 'NFC') : stored;
}
