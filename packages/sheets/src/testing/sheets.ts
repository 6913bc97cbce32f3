import { openSheet } from '../open-sheet.ts';
import type { SheetFacts, SheetOptions } from '../sheet.ts';
import { SheetError } from '../sheet-error.ts';
import { streamSource } from '../source.ts';

export type Source = string | Uint8Array;

export interface ReadSheet {
  readonly facts: SheetFacts;
  /** `[number, ...cells]` of each row. */
  readonly rows: (string | number)[][];
  /** Where reading had to end; the facts and rows before it stand. */
  readonly error?: SheetError;
}

export async function* chunksOf(...sources: readonly Source[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) yield typeof source === 'string' ? Buffer.from(source) : source;
}

/** Streams these chunks as they are. */
export function sourceOf(...sources: readonly Source[]) {
  const bytes = sources.reduce((sum, source) => sum + Buffer.byteLength(source), 0);
  return streamSource(bytes, () => chunksOf(...sources));
}

/** Reads all that can be read. */
export async function readAll(sources: readonly Source[], options?: SheetOptions): Promise<ReadSheet> {
  const { facts, rows: chunks } = await openSheet(sourceOf(...sources), options);
  const rows: (string | number)[][] = [];
  try {
    for await (const chunk of chunks) for (const { number, cells } of chunk) rows.push([number, ...cells]);
  } catch (error) {
    if (error instanceof SheetError) return { facts, rows, error };
    throw error;
  }
  return { facts, rows };
}

export const read = (source: Source, options?: SheetOptions) => readAll([source], options);

/** The error that opening or reading ends with. */
export async function failureOf(source: Source, options?: SheetOptions): Promise<SheetError> {
  try {
    const { error } = await read(source, options);
    if (error !== undefined) return error;
  } catch (error) {
    if (error instanceof SheetError) return error;
    throw error;
  }
  throw new Error('the sheet was read to its end');
}
