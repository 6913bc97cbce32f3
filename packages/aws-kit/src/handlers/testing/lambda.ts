import { afterEach, beforeEach, vi } from 'vitest';
import * as z from 'zod';
import type { LambdaContext } from '../invocation.ts';

export function aContext(awsRequestId = 'request-1'): LambdaContext {
  return { awsRequestId, getRemainingTimeInMillis: () => 1234 };
}

/** Captures the log of each test of a file. The returned function parses all lines that the test has logged so far. */
export function captureLog(): () => Record<string, unknown>[] {
  let written: string[];
  beforeEach(() => {
    written = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return () =>
    written
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
}
