import * as z from 'zod';
import type { Outside } from './outside.ts';
import { createSiteCalls } from './site-calls.ts';
import { undoneRecordSchema, undoOutcomes, type Reverted, type Reverts } from '@sluice/flow/undo/reverts';

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
  const call = createSiteCalls({ url: revertUrl, SERVICE_SECRET_ARN }, outside, timing);
  const ask = async (operation: string, input: object): Promise<Answer | undefined> =>
    answerSchema.safeParse(await call(operation, input)).data;

  return {
    revert: async (importId, since) => {
      const known = await ask('getRevert', { importId, limit: 1 });
      const reverted = known === undefined ? undefined : revertedOf(known, since);
      if (reverted !== 'ask') return reverted ?? { kind: 'awaited' };
      const begun = await ask('revertImport', { importId });
      if (begun?.ok === false && isForGood(begun)) return { kind: 'refused', message: begun.error.message };
      return { kind: 'awaited' };
    },
    records: async function* (importId) {
      for (let cursor: string | undefined; ;) {
        const page = await ask('getRevert', {
          importId,
          outcomes: undoOutcomes,
          limit: 1000,
          ...(cursor && { cursor }),
        });
        if (!page?.ok || page.items === undefined) throw new Error('The report of an undo could not be read');
        yield* page.items;
        if (!page.hasMore || page.nextCursor === undefined) return;
        cursor = page.nextCursor;
      }
    },
  };
}

/** `ask`: no undo was requested yet, or only an earlier one that was given up. */
function revertedOf(answer: Answer, since: string): Reverted | 'ask' {
  if (!answer.ok) return answer.error.code === 'not_found' ? 'ask' : { kind: 'awaited' };
  const {
    status,
    counts: done,
    startedDate = '',
    errorMessage = 'it was given up',
  } = answer.revert ?? { status: '' };
  if (status === 'reverted' && done !== undefined) return { kind: 'reverted', counts: done };
  if (status !== 'success' && status !== 'error') return { kind: 'awaited' };
  return startedDate < since ? 'ask' : { kind: 'refused', message: errorMessage };
}

function isForGood({ error }: Extract<Answer, { ok: false }>): boolean {
  return error.code === 'invalid_request' || error.code === 'not_found';
}
