import { signedPost } from '@sluice/client/signed-post';
import { z } from 'zod';
import { readSecret, type SecretPlace } from './read-secret.ts';
import { undoOutcomes, type Reverted, type Reverts, type UndoneRecord } from '@sluice/flow/undo/reverts';

export interface HttpRevertsOptions extends SecretPlace {
  /** Of the control path of the service, without a slash at its end. */
  readonly revertUrl: string;
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly fetch: typeof fetch;
}

/** With a `controlToken` the control path takes that; else whoever calls signs, as API Gateway asks of callers by IAM. */
const secretSchema = z.object({ apiKey: z.string(), controlToken: z.string().optional() });
const expectedSecret = '{ "apiKey": "…", "controlToken": "…" }';
const counts = z.object({ reversed: z.int(), kept: z.int(), failed: z.int() });
const revertSchema = z.object({
  status: z.string(),
  startedDate: z.string().optional(),
  counts: counts.optional(),
  errorMessage: z.string().optional(),
});
const recordSchema = z.object({
  number: z.int(),
  id: z.string(),
  outcome: z.enum(undoOutcomes),
  reason: z.string().optional(),
});
const answerSchema = z.union([
  z.object({
    ok: z.literal(true),
    revert: revertSchema.optional(),
    site: z.object({ siteId: z.string() }).optional(),
    items: z.array(recordSchema).optional(),
    nextCursor: z.string().optional(),
    hasMore: z.boolean().optional(),
  }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
type Answer = z.infer<typeof answerSchema>;

/** The control path of a service that can undo its imports. */
export function createHttpReverts(options: HttpRevertsOptions): Reverts {
  let kept: { readonly siteId: string } | undefined;

  async function post(operation: string, input: object): Promise<Answer | undefined> {
    const url = new URL(`${options.revertUrl}/${operation}`);
    const body = JSON.stringify(input);
    const { controlToken } = await readSecret(options, secretSchema, expectedSecret);
    const headers =
      controlToken === undefined
        ? await signedPost({
            url,
            body,
            now: options.now(),
            region: await options.secrets.config.region(),
            credentials: await options.secrets.config.credentials(),
          })
        : { authorization: `Bearer ${controlToken}` };
    const signal = AbortSignal.timeout(options.timeoutMs);
    const sent = { 'content-type': 'application/json', ...headers };
    const response = await options
      .fetch(url, { method: 'POST', headers: sent, body, signal })
      .catch(() => undefined);
    const answer = answerSchema.safeParse(await response?.json().catch(() => undefined));
    return answer.data;
  }

  async function ask(operation: string, input: object): Promise<Answer | undefined> {
    if (kept === undefined) {
      const { apiKey } = await readSecret(options, secretSchema, expectedSecret);
      const answer = await post('findToken', { apiKey });
      if (!answer?.ok || answer.site === undefined) return answer?.ok ? undefined : answer;
      kept = { siteId: answer.site.siteId };
    }
    return post(operation, { ...kept, ...input });
  }

  return {
    revert: async (importId, since) => {
      const known = await ask('getRevert', { importId, limit: 1 });
      const told = known === undefined ? undefined : revertedOf(known, since);
      if (told !== 'ask') return told ?? { kind: 'awaited' };
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
        yield* page.items satisfies UndoneRecord[];
        if (!page.hasMore || page.nextCursor === undefined) return;
        cursor = page.nextCursor;
      }
    },
  };
}

/** `ask`: nobody has asked for it, or only an undo of before, which was given up. */
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
