import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import type { LedgerEvent } from '../model/event.ts';
import type { Item } from './table-access.ts';

/** A line of a history inside an item: run and subject follow from the key. `mark` names the call that wrote it. */
export type Line = Omit<LedgerEvent, 'runId' | 'subject'> & { readonly mark: string };

/** As it is stored: perhaps by a newer version, perhaps altered. */
const linesSchema = z.array(z.looseObject({}));
export type StoredLines = z.infer<typeof linesSchema>;
const contentSchema = z.looseObject({ lines: linesSchema });

/** An item has 400 KB at most. */
const longestText = 32 * 1024 * 1024;

/** Fields and lines, compressed into one attribute: a write costs a unit for each KB. */
export function pack(content: { readonly lines: readonly object[] }): Uint8Array {
  return deflateRawSync(JSON.stringify(content));
}

function unpack(packed: unknown): z.infer<typeof contentSchema> {
  const bytes = z.instanceof(Uint8Array).parse(packed);
  return contentSchema.parse(JSON.parse(inflateRawSync(bytes, { maxOutputLength: longestText }).toString()));
}

/** All fields of an item, except its lines. */
export function fieldsOf({ f, ...others }: Item): Item {
  if (f === undefined) return others;
  const { lines: _lines, ...fields } = unpack(f);
  return { ...fields, ...others };
}

export const linesIn = ({ f }: Item): StoredLines => unpack(f).lines;
