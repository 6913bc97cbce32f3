import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import * as z from 'zod';
import { chromium } from '../browsers/browsers.ts';
import { reportOf } from '../browsers/report.ts';

const page = readFileSync(new URL('attack.html', import.meta.url));

const reportSchema = z.array(
  z.object({ target: z.string(), path: z.string(), attempt: z.string(), outcome: z.string() }),
);
export type Attempt = z.infer<typeof reportSchema>[number];

export interface Attack {
  /** The servers to try. */
  readonly targets: readonly { readonly url: string; readonly paths: readonly string[] }[];
  readonly bodies: readonly { readonly type: string; readonly body: string; readonly target: string }[];
}

/** Lets a page of a server of its own try everything, in a real browser. */
export async function attack(
  plan: Attack,
  host = '127.0.0.1',
  flags: readonly string[] = [],
): Promise<Attempt[]> {
  const pages: RequestListener = ({ url }, response) => {
    if (url === '/targets') response.end(JSON.stringify(plan));
    else response.setHeader('content-type', 'text/html').end(page);
  };
  if (chromium === undefined) throw new Error('There is no Chromium.');
  return reportSchema.parse(await reportOf(chromium, pages, { host, flags }));
}
