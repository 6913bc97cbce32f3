import { parseJson, type OperationName } from '@sluice/contract';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import type { System, Token } from '../find/system.ts';

export interface ServiceCall {
  readonly system: Pick<System, 'serviceUrl' | 'token' | 'ifSilent'>;
  readonly operation: OperationName;
  readonly body: Record<string, unknown>;
  readonly signal: AbortSignal;
}

/** Looser than the contract on purpose: the answer of any server of the interface is shown unchanged. */
const envelopeSchema = z.looseObject({ ok: z.boolean() });
export interface EnvelopeAnswer {
  readonly envelope: z.infer<typeof envelopeSchema>;
}
export type ServiceAnswer = EnvelopeAnswer | { readonly file: Uint8Array };

/**
 * Sends one request and returns the whole envelope, or the bytes of a file. The body is sent unchanged, so that the service
 * itself refuses what is wrong. Credentials in the body replace those of the running system.
 * @throws CliError `nothingRuns` when there is no answer, `failed` when something other than the service answered
 */
export async function callService(call: ServiceCall): Promise<ServiceAnswer> {
  const { body, system, operation, signal } = call;
  const { ifSilent } = system;
  const token = 'apiKey' in body || 'apiSecret' in body ? {} : tokenHeaders(await system.token());
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...token },
    body: JSON.stringify(body),
    signal,
  };
  const url = `${system.serviceUrl().replace(/\/$/, '')}/${operation}`;
  // A large file is answered by a redirect to a signed address elsewhere, which must not see the token.
  if (operation !== 'downloadFile') return readAnswer(await send(url, request, ifSilent));
  const response = await send(url, { ...request, redirect: 'manual' }, ifSilent);
  const location = response.headers.get('location');
  return readFile(
    response.status < 400 && location !== null
      ? await send(new URL(location, url).href, { signal }, ifSilent)
      : response,
  );
}

const tokenHeaders = ({ apiKey, apiSecret }: Token) => ({ 'x-api-key': apiKey, 'x-api-secret': apiSecret });

/** @throws CliError `nothingRuns` when there is no answer */
export async function send(url: string, request: RequestInit, ifSilent: string): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const message = `The service does not answer at ${new URL(url).origin}: ${why}. ${ifSilent}`;
    throw new CliError(request.signal?.aborted === true ? 'interrupted' : 'nothingRuns', message, {
      cause: error,
    });
  }
}

/** @throws CliError `failed` when it is no envelope */
export async function readAnswer(response: Response): Promise<EnvelopeAnswer> {
  const text = await response.text();
  if (response.status === 200) {
    const envelope = envelopeSchema.safeParse(parseJson(text));
    if (envelope.success) return { envelope: envelope.data };
  }
  throw new CliError(
    'failed',
    `HTTP ${response.status} in an unexpected form. Something between here and the service answered: ${text.slice(0, 300)}`,
  );
}

async function readFile(response: Response): Promise<ServiceAnswer> {
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (response.status !== 200) return readAnswer(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const envelope = isEnvelope
    ? envelopeSchema.safeParse(parseJson(new TextDecoder().decode(bytes)))
    : undefined;
  return envelope?.success === true && !envelope.data.ok ? { envelope: envelope.data } : { file: bytes };
}
