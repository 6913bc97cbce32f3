import type { Client } from './client.ts';
import { UnreadableError } from './errors.ts';
import type { Insist } from './insist.ts';

export function pagesBy(insist: Insist): Client['pages'] {
  return async function* pages(name, input, options) {
    let cursor: string | undefined;
    for (;;) {
      const from = cursor === undefined ? input : { ...input, cursor };
      const { output, meta } = await insist(name, from, options);
      yield { ...output, meta };
      if (!output.hasMore) return;
      if (output.nextCursor === undefined || output.nextCursor === cursor) {
        throw new UnreadableError(`${name} reported more results without a new cursor`);
      }
      cursor = output.nextCursor;
    }
  };
}

export function itemsBy(insist: Insist): Client['items'] {
  const pages = pagesBy(insist);
  return async function* items(name, input, options) {
    for await (const page of pages(name, input, options)) yield* page.items;
  };
}
