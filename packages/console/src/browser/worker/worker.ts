/**
 * Runs in a Web Worker, of which the page starts two: one reads a file, and one makes its sums meanwhile. Each loads only its own
 * part.
 */
import type { Ask, SumsAsk, Tell } from './messages.ts';

const parts = {
  sums: () => import('./sums.ts').then(({ onSumsAsked }) => onSumsAsked),
  reading: () => import('./reading.ts').then(({ onAsked }) => onAsked),
};

addEventListener('message', ({ data }: MessageEvent<Ask | SumsAsk>) => {
  const done =
    data.kind === 'sums' ? parts.sums().then((act) => act(data)) : parts.reading().then((act) => act(data));
  done.catch(() => postMessage({ kind: 'notLoaded' } satisfies Tell));
});
