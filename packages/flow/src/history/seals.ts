import { failure, success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import { dayAfter, dayOf, sealKeys } from '@sluice/ledger';
import * as z from 'zod';
import { requestOf } from '../act/request-of.ts';
import { ObjectNotFound } from '../ports.ts';
import { isEarly, readSeal, type Seals } from '../seal/seals.ts';
import type { HistoryServices } from './runs.ts';

const day = z.iso.date();
const sealsAtOnce = 50;
const listSchema = z.strictObject({ from: day.optional(), to: day.optional(), after: day.optional() });

/** Seals in order of days, in pages. The first page has the ledger's notes of all seals, and the lists of days without a seal. */
export async function listSeals(
  query: HttpRequest['query'],
  { seals, ledger, now }: Pick<HistoryServices, 'seals' | 'ledger' | 'now'>,
): Promise<HttpResponse> {
  const parsed = requestOf(listSchema, query);
  if ('refused' in parsed) return parsed.refused;
  const { from = '', to = '~', after } = parsed.data;
  const isInRange = (one: string) => one >= from && one <= to;
  // Read before the seals, since each seal is stored before its note. Seven years of notes have 250 KB.
  const notes = after === undefined ? await ledger.sealNotes() : [];
  const all = await seals.days();
  const sealedUntil = all.findLast((one) => !isEarly(one, now())) ?? '';
  const open = after === undefined ? await openLists(sealedUntil, { seals, ledger, now }) : [];
  const days = all.filter((one) => isInRange(one) && one > (after ?? ''));
  const page = days.slice(0, sealsAtOnce);
  const found = await Promise.all(page.map((one) => readSeal(seals, one)));
  const noted = notes.filter((note) => isInRange(note.day));
  const lists = open.filter((one) => isInRange(one.day));
  return success({ seals: found, noted, lists, ...(days.length > page.length && { next: page.at(-1) }) });
}

interface OpenList {
  readonly day: string;
  readonly list: string;
  readonly isStored: boolean;
  readonly hash: string | null;
}

/** Days that have lists and no seal are few: a day that is not sealed two days later is overdue. */
const openDaysAtMost = 7;

/** The lists of the days after the last seal: which are stored, and the hash that the ledger noted. */
async function openLists(
  sealedUntil: string,
  { seals, ledger, now }: Pick<HistoryServices, 'seals' | 'ledger' | 'now'>,
): Promise<OpenList[]> {
  const today = dayOf(now().toISOString());
  const days = Array.from({ length: openDaysAtMost }, (_, at) => dayAfter(today, at + 1 - openDaysAtMost));
  const lists: OpenList[] = [];
  for (const day of days.filter((one) => one > sealedUntil)) {
    // Read before the lists, since each list is stored before its note.
    const noted = new Map((await ledger.sealNotes(day)).map(({ list = '', hash }) => [list, hash]));
    const stored = new Set(await seals.lists(day));
    for (const list of [...new Set([...stored, ...noted.keys()])].toSorted())
      lists.push({ day, list, isStored: stored.has(list), hash: noted.get(list) ?? null });
  }
  return lists;
}

/** An answer has at most 6 MB, and escaping may double a page. */
const bytesAtOnce = 2 * 1024 * 1024;
const headsSchema = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  /** A list that the day got before its seal. */
  list: z
    .string()
    .regex(/^[\dT-]{1,20}$/)
    .optional(),
});

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
  const { offset, list } = parsed.data;
  const key = list === undefined ? sealKeys.heads(id) : sealKeys.list(id, list);
  const parts: Uint8Array[] = [];
  try {
    const range = { start: offset, end: offset + bytesAtOnce };
    for await (const part of files.stream({ key }, range)) parts.push(part);
  } catch (error) {
    if (error instanceof ObjectNotFound) return failure(404, 'not_found', 'There is no list of this day.');
    // The offset is past the end, or the list is empty.
    if (error instanceof Error && error.name === 'InvalidRange') return success({ text: '' });
    throw error;
  }
  const text = Buffer.concat(parts).toString('utf8');
  return success({ text, ...(text.length >= bytesAtOnce && { next: offset + bytesAtOnce }) });
}
