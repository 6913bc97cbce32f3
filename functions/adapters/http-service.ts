import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createClient, type Client } from '@sluice/client';
import * as z from 'zod';
import type { Service } from '@sluice/flow/ports';
import type { Outside } from './outside.ts';
import { readSecret } from './read-secret.ts';

interface ServiceEnv {
  readonly SERVICE_URL: string;
  readonly SERVICE_SECRET_ARN: string;
}

export interface HttpServiceOptions {
  /** The longest time of one call: less than the function has. */
  readonly timeoutMs: number;
}

/** How long replaced credentials may still be used. */
const credentialsKeptMs = 5 * 60_000;

const credentialsSchema = z.object({ apiKey: z.string().min(1), apiSecret: z.string().min(1) });
const expectedSecret = '{ "apiKey": "…", "apiSecret": "…" }';

/** The service at its address, with the credentials from Secrets Manager. */
export function createHttpService(
  env: ServiceEnv,
  { now, transport, client }: Outside,
  { timeoutMs }: HttpServiceOptions,
): Service {
  let kept: { readonly client: Client; readonly until: number } | undefined;

  async function currentClient(): Promise<Client> {
    if (kept === undefined || kept.until <= now().getTime()) {
      const place = { secrets: client(SecretsManagerClient), secretArn: env.SERVICE_SECRET_ARN };
      const credentials = await readSecret(place, credentialsSchema, expectedSecret);
      const made = createClient({
        baseUrl: env.SERVICE_URL,
        timeoutMs,
        ...credentials,
        ...(transport && { transport }),
      });
      kept = { client: made, until: now().getTime() + credentialsKeptMs };
    }
    return kept.client;
  }

  return {
    connect: async () => {
      const service = await currentClient();
      return {
        import: (input, callOptions) => service.call('import', input, callOptions),
        importStatus: (importId) => service.call('importStatus', { importId }),
        downloadFile: (key) => service.call('downloadFile', { key }),
      };
    },
    forgetCredentials: () => {
      kept = undefined;
    },
  };
}
