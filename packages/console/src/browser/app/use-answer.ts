import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError } from './api.ts';

export interface Answer<T> {
  /** The newest one. It stays while a later question is under way, or fails. */
  readonly data: T | undefined;
  /** Why the last question failed, in words. */
  readonly error: ApiError | undefined;
}

interface Asking<T> {
  readonly load: () => Promise<T>;
  /** What the answer depends on. With others it is asked anew. */
  readonly of: readonly unknown[];
  /** After how many milliseconds it asks again; undefined for never. By the newest answer, so that what has ended rests. */
  readonly every?: (data: T | undefined) => number | undefined;
}

/** A page that nobody sees asks this many times less often. */
const slowerWhenHidden = 10;
/** After a failure, in milliseconds. */
const pauseAfterFailure = 3000;

export const failureOf = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('failed', String(error));

/** Asks when the component is shown first, and again as `every` says, at once when the page is seen again. */
export function useAnswer<T>(asking: Asking<T>): Answer<T> & { readonly again: () => void } {
  const answer = useSignal<Answer<T>>({ data: undefined, error: undefined });
  const rounds = useSignal(0);
  useEffect(
    () =>
      keepAsking(asking, {
        last: () => answer.value.data,
        found: (data) => (answer.value = { data, error: undefined }),
        failed: (error) => (answer.value = { ...answer.value, error }),
      }),
    [...asking.of, rounds.value],
  );
  return { ...answer.value, again: () => (rounds.value += 1) };
}

interface Listener<T> {
  readonly last: () => T | undefined;
  readonly found: (data: T) => void;
  readonly failed: (error: ApiError) => void;
}

/** @returns what ends it */
function keepAsking<T>({ load, every }: Asking<T>, { last, found, failed }: Listener<T>): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (ms: number | undefined): void => {
    clearTimeout(timer);
    if (ms === undefined) return;
    timer = setTimeout(() => void next(), document.hidden ? ms * slowerWhenHidden : ms);
  };
  const next = async (): Promise<void> => {
    try {
      const data = await load();
      if (isOver) return;
      found(data);
      wait(every?.(data));
    } catch (thrown) {
      if (isOver) return;
      const error = failureOf(thrown);
      failed(error);
      if (every !== undefined || error.code === 'offline') wait(pauseAfterFailure);
    }
  };
  const seen = (): void => {
    if (!document.hidden && every?.(last()) !== undefined) void next();
  };
  document.addEventListener('visibilitychange', seen);
  void next();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
