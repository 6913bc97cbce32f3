import * as z from 'zod';
import type { Outside } from './outside.ts';
import { createSiteCalls, type SiteCall } from './site-calls.ts';
import {
  undoneRecordSchema,
  undoOutcomes,
  type Reverted,
  type Reverts,
  type UndoneRecord,
} from '@sluice/flow/attempts/reverts';

interface RevertEnv {
  /** Where the service undoes imports, without a slash at its end; absent if it cannot. */
  readonly SERVICE_REVERT_URL?: string | undefined;
  readonly SERVICE_SECRET_ARN: string;
}

const counts = z.object({ reversed: z.int(), kept: z.int(), failed: z.int() });
const revertSchema = z.object({
  status: z.string(),
  startedDate: z.string().optional(),
  counts: counts.optional(),
  errorMessage: z.string().optional(),
});
const answerSchema = z.union([
  z.object({
    ok: z.literal(true),
    revert: revertSchema.optional(),
    items: z.array(undoneRecordSchema).optional(),
    nextCursor: z.string().optional(),
    hasMore: z.boolean().optional(),
  }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
type Answer = z.infer<typeof answerSchema>;

/** A service that can undo its imports; undefined if it cannot. */
export function createHttpReverts(
  { SERVICE_REVERT_URL: revertUrl, SERVICE_SECRET_ARN }: RevertEnv,
  outside: Outside,
  timing: { readonly timeoutMs: number },
): Reverts | undefined {
  if (revertUrl === undefined) return undefined;
  return revertsBy(createSiteCalls({ url: revertUrl, SERVICE_SECRET_ARN }, outside, timing));
}

export function revertsBy(call: SiteCall): Reverts {
  const ask = async (operation: string, input: object): Promise<Answer | undefined> =>
    answerSchema.safeParse(await call(operation, input)).data;

  const pageOf = (importId: string, cursor?: string): Promise<Answer | undefined> =>
    ask('getRevert', { importId, outcomes: undoOutcomes, limit: 1000, ...(cursor && { cursor }) });

  /** @returns undefined if a page has no usable answer */
  async function recordsFrom(importId: string, first: Answer): Promise<UndoneRecord[] | undefined> {
    const records: UndoneRecord[] = [];
    for (let page: Answer | undefined = first; ; page = await pageOf(importId, page.nextCursor)) {
      if (!page?.ok || page.items === undefined) return undefined;
      records.push(...page.items);
      if (!page.hasMore || page.nextCursor === undefined) return records;
    }
  }

  return {
    revert: async (importId, since, valuesSha256) => {
      const known = await pageOf(importId);
      if (known === undefined) return { kind: 'awaited' };
      const state = stateOf(known, since);
      if (state.kind === 'reverted') {
        const records = await recordsFrom(importId, known);
        return records ? { ...state, records } : { kind: 'awaited' };
      }
      if (state.kind !== 'unasked') return state;
      const begun = await ask('revertImport', { importId, ...(valuesSha256 && { valuesSha256 }) });
      if (begun?.ok === false && isForGood(begun)) return { kind: 'refused', message: begun.error.message };
      return { kind: 'awaited' };
    },
  };
}

type State =
  | Exclude<Reverted, { kind: 'reverted' }>
  | { readonly kind: 'reverted'; readonly counts: z.infer<typeof counts> }
  /** No undo was requested yet, or only an earlier one that was given up. */
  | { readonly kind: 'unasked' };

function stateOf(answer: Answer, since: string): State {
  if (!answer.ok) return { kind: answer.error.code === 'not_found' ? 'unasked' : 'awaited' };
  const {
    status,
    counts: done,
    startedDate = '',
    errorMessage = 'it was given up',
  } = answer.revert ?? { status: '' };
  if (status === 'reverted' && done !== undefined) return { kind: 'reverted', counts: done };
  if (status !== 'success' && status !== 'error') return { kind: 'awaited' };
  return startedDate < since ? { kind: 'unasked' } : { kind: 'refused', message: errorMessage };
}

function isForGood({ error }: Extract<Answer, { ok: false }>): boolean {
  return error.code === 'invalid_request' || error.code === 'not_found';
}
