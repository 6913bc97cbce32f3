import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { signedRequest } from '@sluice/client/signed-request';
import * as z from 'zod';
import type { Outside } from './outside.ts';
import { readSecret } from './read-secret.ts';

export interface SiteEnv {
  /** Where the service answers about the site of the flow's token, without a slash at its end. */
  readonly url: string;
  readonly SERVICE_SECRET_ARN: string;
}

/** Asks for an operation, and again while the API is over its rate. @returns the JSON of the answer; undefined without one */
export type SiteCall = (operation: string, input: object) => Promise<unknown>;

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

/** What a service of ours does and answers for the flow, beside the operations of the interface. */
export function createSiteCalls(
  { url: base, SERVICE_SECRET_ARN: secretArn }: SiteEnv,
  outside: Outside,
  { timeoutMs }: { readonly timeoutMs: number },
): SiteCall {
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

  return async (operation, input) => {
    const url = new URL(`${base}/${operation}`);
    const body = JSON.stringify(input);
    const headers = await authorization(url, body);
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = { 'content-type': 'application/json', ...headers };
    // The credentials go to the address of the settings and nowhere else.
    const request: RequestInit = { method: 'POST', headers: sent, body, signal, redirect: 'error' };
    // Each answer is read, so that its connection serves the next request.
    const send = async () => {
      const response = await outside.fetch(url, request).catch(() => undefined);
      const json: unknown = await response?.json().catch(() => undefined);
      return { status: response?.status, json };
    };
    const until = outside.now().getTime() + timeoutMs;
    let answer = await send();
    for (let pauseMs = firstPauseMs; answer.status === tooManyRequests; pauseMs *= 2) {
      // Requests that were refused together must not return together.
      const jitteredMs = pauseMs * (0.5 + outside.random());
      if (outside.now().getTime() + jitteredMs >= until) break;
      await outside.sleep(jitteredMs);
      answer = await send();
    }
    return answer.json;
  };
}

const tooManyRequests = 429;
const firstPauseMs = 200;
