import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJson, writeJson } from '../files.ts';
import { region } from '../templates/pseudo-parameters.ts';

const credentialsSchema = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  /** Stands in for a request signed with IAM, at the APIs that ask for one. */
  bearerToken: z.string(),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** In the path of every page of this machine: who cannot read `local.json` cannot guess it. */
export function pageSecret({ secretAccessKey }: Credentials): string {
  return createHmac('sha256', secretAccessKey).update('pages').digest('base64url');
}

/** What every AWS client of this machine is made with, beside its endpoint. */
export interface AwsClientConfig {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Made at random at the first start, and kept. */
export function keptCredentials(file: string): Credentials {
  const kept = readJson(file, credentialsSchema);
  if (kept !== undefined) return kept;
  const made = {
    accessKeyId: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64'),
    bearerToken: randomBytes(32).toString('base64url'),
  };
  writeJson(file, made);
  return made;
}

export function clientConfig({ accessKeyId, secretAccessKey }: Credentials): AwsClientConfig {
  return { region, credentials: { accessKeyId, secretAccessKey } };
}
