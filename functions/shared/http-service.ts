import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createClient, type Client, type Transport } from '@sluice/client';
import { z } from 'zod';
import type { Clock, Service } from './ports.ts';

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

/** The service at its address, with the credentials out of Secrets Manager. */
export function createHttpService(
  env: ServiceEnv,
  { secrets, timeoutMs, now, transport }: HttpServiceOptions,
): Service {
  let kept: { readonly client: Client; readonly until: number } | undefined;

  async function currentClient(): Promise<Client> {
    if (kept === undefined || kept.until <= now().getTime()) {
      const credentials = await readCredentials(secrets, env.SERVICE_SECRET_ARN);
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

async function readCredentials(
  secrets: SecretsManagerClient,
  secretArn: string,
): Promise<z.infer<typeof credentialsSchema>> {
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secretArn }));
  const parsed = credentialsSchema.safeParse(jsonOf(SecretString));
  if (parsed.success) return parsed.data;
  // Not the cause: it would show parts of the secret.
  throw new Error('The secret with the token of the service is not { "apiKey": "…", "apiSecret": "…" }');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
