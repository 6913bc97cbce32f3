import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { readJson, writeJson } from './files.ts';
import { region } from './pseudo-parameters.ts';

const credentialsSchema = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  /** Replaces the IAM signature of requests to the APIs that require one. */
  bearerToken: z.string(),
});
export type Credentials = z.infer<typeof credentialsSchema>;

/** A part of the path of every page of this machine. Only those who can read `local.json` know it. */
export function pageSecret({ secretAccessKey }: Credentials): string {
  return createHmac('sha256', secretAccessKey).update('pages').digest('base64url');
}

/** The settings of every AWS client on this machine, without its endpoint. */
export interface AwsClientConfig {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** The first start makes them at random; later starts read them. */
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
