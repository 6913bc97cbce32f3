import * as z from 'zod';
import type { LedgerEvent } from '../model/event.ts';
import type { AuditedHistory, CheckedValues } from './audited-history.ts';
import type { Finding } from './verify-run.ts';

/** An event that has the hash of the values of an import. */
export interface ValuesClaim extends Pick<LedgerEvent, 'runId' | 'subject'> {
  readonly event: number;
  readonly importId: string;
  readonly valuesSha256: string;
}

/** Imports by what was found. */
export interface ValuesCount {
  /** Their values are those that the history names. */
  readonly covered: number;
  /** Their values are no longer stored. */
  readonly gone: number;
  /** Nobody could ask the service about them. */
  readonly notChecked: number;
  /** Rows of covered imports that were erased. */
  readonly erasedRows: number;
}

const endSchema = z.object({ importId: z.string(), valuesSha256: z.string() });

export const valuesClaimedIn = (events: readonly LedgerEvent[]): ValuesClaim[] =>
  events.flatMap(({ runId, subject, version, type, data }) => {
    const end = type === 'ended' ? endSchema.safeParse(data).data : undefined;
    return end ? [{ runId, subject, event: version, ...end }] : [];
  });

/** In one request. */
const askedAtOnce = 20;

/** Compares the values of imports, as the service has them stored, with the hashes in the history. */
export async function verifyValues(
  claims: readonly ValuesClaim[],
  values: AuditedHistory['values'],
): Promise<{ readonly count: ValuesCount; readonly findings: Finding[] }> {
  const found = new Map<string, CheckedValues>();
  let left = [...new Set(claims.map(({ importId }) => importId))];
  while (left.length > 0) {
    const answers = await values?.(left.slice(0, askedAtOnce));
    if (answers === undefined || answers.length === 0) break;
    for (const one of answers) found.set(one.importId, one);
    left = left.filter((importId) => !found.has(importId));
  }
  const differs = claims.filter((claim) => isAnother(claim, found.get(claim.importId)));
  const others = new Set(differs.map(({ importId }) => importId));
  const all = [...found.values()].filter(({ importId }) => !others.has(importId));
  return {
    count: {
      covered: all.filter(({ state }) => state === 'kept').length,
      gone: all.filter(({ state }) => state === 'gone').length,
      notChecked: left.length,
      erasedRows: all.reduce((sum, { erased = 0 }) => sum + erased, 0),
    },
    findings: differs.map((claim) => findingOf(claim, found.get(claim.importId))),
  };
}

function isAnother({ valuesSha256 }: ValuesClaim, found: CheckedValues | undefined): boolean {
  if (found === undefined || found.state === 'gone') return false;
  return found.state !== 'kept' || found.valuesSha256 !== valuesSha256;
}

const otherwise = {
  kept: 'others',
  altered: 'changed ones',
  gone: 'none',
  unknown: 'no such import',
} as const;

function findingOf({ valuesSha256, importId, ...place }: ValuesClaim, found?: CheckedValues): Finding {
  const expected = `the values of import ${importId} whose hash is ${valuesSha256}`;
  return { ...place, expected, found: otherwise[found?.state ?? 'unknown'] };
}
