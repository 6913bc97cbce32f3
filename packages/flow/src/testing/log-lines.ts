import { afterAll, beforeAll, vi } from 'vitest';

/** Keeps what the tests of a file log out of the way, and at hand. */
export function captureLog(): { readonly lines: string[] } {
  const lines: string[] = [];
  beforeAll(() => {
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      lines.push(String(chunk));
      return true;
    });
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
  return { lines };
}
