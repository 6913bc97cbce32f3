import type { Page } from 'puppeteer-core';
import * as z from 'zod';

/** How long a page may take to answer, in milliseconds. */
export const patienceMs = 120_000;

interface Question<T> {
  /** What is waited for: the error says so. */
  readonly what: string;
  readonly script: string;
  readonly answer: z.ZodType<T>;
  readonly withinMs?: number;
}

/**
 * What a script of the page gives. A page that lost its focus, a key press or its frames would give nothing for ever.
 * @throws if nothing came in time, with what was waited for
 */
export async function answered<T>(
  page: Pick<Page, 'evaluate'>,
  { what, script, answer, withinMs = patienceMs }: Question<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`Waited for ${withinMs / 1000} s: ${what}.`)),
    withinMs,
  );
  try {
    return answer.parse(await Promise.race([page.evaluate(script), late.promise]));
  } finally {
    clearTimeout(timer);
  }
}

export const numberFrom = (page: Pick<Page, 'evaluate'>, what: string, script: string): Promise<number> =>
  answered(page, { what, script, answer: z.number() });
