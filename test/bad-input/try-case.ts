import { headersOf, type Caller } from '../conformance/caller.ts';
import type { BadCase } from './bad-case.ts';
import { isRefused, problemWith } from './judge.ts';
import type { Watched } from './watched-store.ts';

/** The problem with the answer or with the store: one line, or none. */
export async function tryCase(asked: BadCase, site: Caller, watch?: Watched): Promise<string[]> {
  const { title, operation, body, headers = {} } = asked;
  if (watch) watch.writes.length = 0;
  const received = await site.send(operation, {
    headers: { ...headersOf(site.given.token), ...headers },
    body,
  });
  const problem = problemWith(asked, received);
  if (problem !== undefined) return [`${title}: ${problem}`];
  const wrote = watch?.writes.join(', ') ?? '';
  return wrote !== '' && isRefused(received) ? [`${title}: refused, and yet it wrote ${wrote}`] : [];
}
