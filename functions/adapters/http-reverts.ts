import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { signedRequest } from '@sluice/client/signed-request';
import { z } from 'zod';
import type { Outside } from './outside.ts';
import { readSecret } from './read-secret.ts';
import { undoneRecordSchema, undoOutcomes, type Reverted, type Reverts } from '@sluice/flow/undo/reverts';

interface RevertEnv {
  /** Where the service undoes imports, without a slash at its end; absent if it cannot. */
  readonly SERVICE_REVERT_URL?: string | undefined;
  readonly SERVICE_SECRET_ARN: string;
}

/**
 * The token of the flow names the site. A `controlToken` is sent as bearer token. Without one the request is signed, as API
 * Gateway expects of IAM callers.
 */
const secretSchema = z.object({
  apiKey: z.string(),
  apiSecret: z.string(),
  controlToken: z.string().optional(),
});
const expectedSecret = '{ "apiKey": "…", "apiSecret": "…", "controlToken": "…" }';
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
  { SERVICE_REVERT_URL: revertUrl, SERVICE_SECRET_ARN: secretArn }: RevertEnv,
  outside: Outside,
  { timeoutMs }: { readonly timeoutMs: number },
): Reverts | undefined {
  if (revertUrl === undefined) return undefined;
  const secrets = outside.client(SecretsManagerClient);

  async function authorization(url: URL, body: string): Promise<Readonly<Record<string, string>>> {
    const { apiKey, apiSecret, controlToken } = await readSecret(
      { secrets, secretArn },
      secretSchema,
      expectedSecret,
    );
    const token = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
    if (controlToken !== undefined) return { ...token, authorization: `Bearer ${controlToken}` };
    const [region, credentials] = await Promise.all([secrets.config.region(), secrets.config.credentials()]);
    return { ...token, ...(await signedRequest({ url, body, now: outside.now(), region, credentials })) };
  }

  async function ask(operation: string, input: object): Promise<Answer | undefined> {
    const url = new URL(`${revertUrl}/${operation}`);
    const body = JSON.stringify(input);
    const headers = await authorization(url, body);
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = { 'content-type': 'application/json', ...headers };
    const response = await outside
      // The credentials go to the address of the settings and nowhere else.
      .fetch(url, { method: 'POST', headers: sent, body, signal, redirect: 'error' })
      .catch(() => undefined);
    return answerSchema.safeParse(await response?.json().catch(() => undefined)).data;
  }

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
