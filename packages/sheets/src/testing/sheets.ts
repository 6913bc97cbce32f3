import { openSheet } from '../open/open-sheet.ts';
import type { SheetFacts, SheetOptions } from '../model/sheet.ts';
import { SheetError } from '../model/sheet-error.ts';
import { streamSource, type SheetSource } from '../model/source.ts';

export type Source = string | Uint8Array;

interface ReadSheet {
  readonly facts: SheetFacts;
  /** `[number, ...cells]` of each row. */
  readonly rows: (string | number)[][];
  /** Where reading ended early; the facts and the rows before it are valid. */
  readonly error?: SheetError;
}

type Outcome = Omit<ReadSheet, 'facts'> & Partial<Pick<ReadSheet, 'facts'>>;

/** Streams exactly these chunks. */
export function sourceOf(...chunks: readonly Source[]): SheetSource {
  const buffers = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* buffers;
  }
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
  return streamSource(bytes, stream);
}

/** Everything that can be read, and the error that ended it; without facts if the sheet could not be opened. */
export async function outcomeOf(source: SheetSource, options?: SheetOptions): Promise<Outcome> {
  const rows: ReadSheet['rows'] = [];
  let facts: SheetFacts | undefined;
  try {
    const sheet = await openSheet(source, options);
    ({ facts } = sheet);
    for await (const chunk of sheet.rows)
      for (const { number, cells } of chunk) rows.push([number, ...cells]);
    return { facts: { ...facts }, rows };
  } catch (error) {
    if (error instanceof SheetError) return { ...(facts && { facts: { ...facts } }), rows, error };
    throw error;
  }
}

export async function readAll(chunks: readonly Source[], options?: SheetOptions): Promise<ReadSheet> {
  const { facts, ...rest } = await outcomeOf(sourceOf(...chunks), options);
  if (facts === undefined) throw rest.error ?? new Error('There is no sheet.');
  return { facts, ...rest };
}

export const read = (source: Source, options?: SheetOptions) => readAll([source], options);

/** The error that opening or reading ends with. */
export async function failureOf(source: Source, options?: SheetOptions): Promise<SheetError> {
  const { error } = await outcomeOf(sourceOf(source), options);
  if (error === undefined) throw new Error('the sheet was read to its end');
  return error;
}
