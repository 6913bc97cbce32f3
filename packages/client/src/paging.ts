import type { ItemOf, OperationInput, SearchName } from '@sluice/contract';
import type { CallOptions, Page } from './client.ts';
import { UnreadableError } from './errors.ts';
import type { Insist } from './insist.ts';

export function pagesBy(insist: Insist) {
  return async function* pages<N extends SearchName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncGenerator<Page<N>> {
    let cursor: string | undefined;
    for (;;) {
      const { output, meta } = await insist(
        name,
        cursor === undefined ? input : { ...input, cursor },
        options,
      );
      yield { ...output, meta };
      if (!output.hasMore) return;
      if (output.nextCursor === undefined || output.nextCursor === cursor) {
        throw new UnreadableError(`${name} reported more results without a new cursor`);
      }
      cursor = output.nextCursor;
    }
  };
}

export function itemsBy(insist: Insist) {
  const pages = pagesBy(insist);
  return async function* items<N extends SearchName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<N>> {
    for await (const page of pages(name, input, options)) yield* page.items;
  };
}
