/**
 * Runs in a Web Worker, of which the page starts two: one reads a file, and one makes its sums meanwhile. Each loads only its own
 * part, at once, so that it is there when a file is chosen.
 */
import type { Ask, SumsAsk, Tell, WorkerName } from './messages.ts';

type Act = (ask: Ask | SumsAsk) => void;
const parts: Readonly<Record<string, () => Promise<Act>>> = {
  sums: async () => {
    const { onSumsAsked } = await import('./sums.ts');
    return (ask) => void (ask.kind === 'sums' && onSumsAsked(ask));
  },
  reading: async () => {
    const { onAsked } = await import('./reading.ts');
    return (ask) => void (ask.kind !== 'sums' && onAsked(ask));
  },
} satisfies Record<WorkerName, () => Promise<Act>>;

const part = parts[self.name]?.();
part?.catch(() => undefined);

addEventListener('message', ({ data }: MessageEvent<Ask | SumsAsk>) => {
  part?.then((act) => act(data)).catch(() => postMessage({ kind: 'notLoaded' } satisfies Tell));
});
