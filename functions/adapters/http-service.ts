import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createClient, type Client, type Transport } from '@sluice/client';
import { z } from 'zod';
import type { Clock, Service } from '@sluice/flow/ports';
import { readSecret } from './read-secret.ts';

interface ServiceEnv {
  readonly SERVICE_URL: string;
  readonly SERVICE_SECRET_ARN: string;
}

export interface HttpServiceOptions {
  readonly secrets: SecretsManagerClient;
  /** Of one call; it ends before the function does. */
  readonly timeoutMs: number;
  readonly now: Clock;
  /** Over `node:http` when absent. */
  readonly transport?: Transport | undefined;
}

/** A credential that was replaced is out of use after this long. */
const credentialsKeptMs = 5 * 60_000;

const credentialsSchema = z.object({ apiKey: z.string().min(1), apiSecret: z.string().min(1) });
const expectedSecret = '{ "apiKey": "…", "apiSecret": "…" }';

/** The service at its address, with the credentials out of Secrets Manager. */
export function createHttpService(
  env: ServiceEnv,
  { secrets, timeoutMs, now, transport }: HttpServiceOptions,
): Service {
  let kept: { readonly client: Client; readonly until: number } | undefined;

  async function currentClient(): Promise<Client> {
    if (kept === undefined || kept.until <= now().getTime()) {
      const place = { secrets, secretArn: env.SERVICE_SECRET_ARN };
      const credentials = await readSecret(place, credentialsSchema, expectedSecret);
      const client = createClient({
        baseUrl: env.SERVICE_URL,
        timeoutMs,
        ...credentials,
        ...(transport && { transport }),
      });
      kept = { client, until: now().getTime() + credentialsKeptMs };
    }
    return kept.client;
  }

  return {
    connect: async () => {
      const client = await currentClient();
      return {
        import: (input, callOptions) => client.call('import', input, callOptions),
        importStatus: (importId) => client.call('importStatus', { importId }),
      };
    },
    forgetCredentials: () => {
      kept = undefined;
    },
  };
}
