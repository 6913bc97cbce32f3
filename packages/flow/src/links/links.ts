import { sha256 } from '@sluice/aws-kit/hash-chain';
import { jsonOf, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import * as z from 'zod';
import type { Clock, Files } from '../ports.ts';
import { runKeys } from '../run-objects.ts';

/** Opens one file of a run, for whoever has it, until its time. */
export interface Link {
  readonly url: string;
  /** ISO 8601. */
  readonly until: string;
}

/** Makes a link to an object of the run's results. */
export type MakeLink = (file: { readonly runId: string; readonly key: string }) => Promise<Link>;

export interface LinkMakerOptions {
  readonly files: Pick<Files, 'put'>;
  readonly now: Clock;
  /** 256 random bits as base64url. */
  readonly newSecret: () => string;
  /** Where links open. */
  readonly url: string;
  /** For how long. */
  readonly days: number;
}

const dayMs = 24 * 60 * 60_000;

/** What is stored for a link. Its token is not: whoever reads the bucket cannot make it from this. */
const linkSchema = z.object({ v: z.literal(1), key: z.string(), until: z.iso.datetime() });

const keyOfLink = (runId: string, token: string): string => runKeys.link(runId, sha256(token));

export function linkMaker({ files, now, newSecret, url, days }: LinkMakerOptions): MakeLink {
  return async ({ runId, key }) => {
    const token = `${runId}.${newSecret()}`;
    const until = new Date(now().getTime() + days * dayMs).toISOString();
    const stored: z.infer<typeof linkSchema> = { v: 1, key, until };
    await files.put(keyOfLink(runId, token), JSON.stringify(stored));
    return { url: `${url}?link=${token}`, until };
  };
}

export interface OpenLinkServices {
  readonly files: {
    /** Undefined where there is no such object. */
    get(key: string): Promise<string | undefined>;
    /** An address that gives the object as a download for the next minutes; undefined where there is none. */
    addressOf(key: string): Promise<string | undefined>;
  };
  readonly now: Clock;
}

const tokenPattern = /^([\w-]{1,64})\.[\w-]{43}$/u;

/** The address of a link is a secret: no cache may keep it, and no other site may learn it. */
const headers = {
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** Wrong, altered, expired, revoked, or its file is gone: the answer does not say which. */
const notValid: HttpResponse = {
  status: 404,
  headers,
  body: 'This link is not valid, or not any more. The command beside it in the mail saves the file.\n',
};

/** Redirects a link to its file. It changes nothing, so that scanners of mails may follow it too. */
export async function openLink(
  { query }: Pick<HttpRequest, 'query'>,
  { files, now }: OpenLinkServices,
): Promise<HttpResponse> {
  const token = query['link'] ?? '';
  const runId = tokenPattern.exec(token)?.[1];
  if (runId === undefined) return notValid;
  const stored = linkSchema.safeParse(jsonOf((await files.get(keyOfLink(runId, token))) ?? ''));
  if (!stored.success || now().toISOString() >= stored.data.until) return notValid;
  const location = await files.addressOf(stored.data.key);
  return location === undefined ? notValid : { status: 303, headers: { ...headers, location } };
}
