import { failure, success, type HttpRequest, type HttpResponse } from '@sluice/lambda-kit';
import { sealKeys } from '@sluice/ledger';
import { z } from 'zod';
import { requestOf } from '../act/request-of.ts';
import { ObjectNotFound } from '../ports.ts';
import { readSeal, type Seals } from '../seal/seals.ts';
import type { HistoryServices } from './runs.ts';

const day = z.iso.date();
const sealsAtOnce = 50;
const listSchema = z.strictObject({ from: day.optional(), to: day.optional(), after: day.optional() });

/** Seals in order of days, in pages. The first page has the ledger's notes of all seals as well. */
export async function listSeals(
  query: HttpRequest['query'],
  { seals, ledger }: Pick<HistoryServices, 'seals' | 'ledger'>,
): Promise<HttpResponse> {
  const parsed = requestOf(listSchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { from = '', to = '~', after } = parsed.data;
  const isInRange = (one: string) => one >= from && one <= to;
  // Read before the seals, since each seal is stored before its note. Seven years of notes have 250 KB.
  const notes = after === undefined ? await ledger.sealNotes() : [];
  const days = (await seals.days()).filter((one) => isInRange(one) && one > (after ?? ''));
  const page = days.slice(0, sealsAtOnce);
  const found = await Promise.all(page.map((one) => readSeal(seals, one)));
  const noted = notes.filter((note) => isInRange(note.day));
  return success({ seals: found, noted, ...(days.length > page.length && { next: page.at(-1) }) });
}

/** An answer has at most 6 MB, and escaping may double a page. */
const bytesAtOnce = 2 * 1024 * 1024;
const headsSchema = z.strictObject({ offset: z.coerce.number().int().min(0).default(0) });

/** The sealed list, byte for byte, from an offset: as much as fits into an answer. */
export async function showHeads(
  id: string,
  query: HttpRequest['query'],
  { files }: Seals,
): Promise<HttpResponse> {
  const parsed = requestOf(headsSchema, query);
  if ('refused' in parsed) return parsed.refused;
  if (!day.safeParse(id).success)
    return failure(400, 'invalid_request', 'Expected a day such as 2026-01-31.');
  const { offset } = parsed.data;
  const parts: Uint8Array[] = [];
  try {
    const range = { start: offset, end: offset + bytesAtOnce };
    for await (const part of files.stream({ key: sealKeys.heads(id) }, range)) parts.push(part);
  } catch (error) {
    if (error instanceof ObjectNotFound) return failure(404, 'not_found', 'There is no list of this day.');
    // The offset is past the end, or the list is empty.
    if (error instanceof Error && error.name === 'InvalidRange') return success({ text: '' });
    throw error;
  }
  const text = Buffer.concat(parts).toString('utf8');
  return success({ text, ...(text.length >= bytesAtOnce && { next: offset + bytesAtOnce }) });
}
