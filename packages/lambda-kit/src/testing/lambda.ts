import { vi } from 'vitest';
import { z } from 'zod';
import type { LambdaContext } from '../invocation.ts';

export function aContext(awsRequestId = 'request-1'): LambdaContext {
  return { awsRequestId, getRemainingTimeInMillis: () => 1234 };
}

/** Captures the log. The returned function parses all lines logged so far. */
export function captureLog(): () => Record<string, unknown>[] {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  return () =>
    written
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
}
