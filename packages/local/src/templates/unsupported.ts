import * as z from 'zod';

/** A property that must be absent, because this machine does not support it. */
export function unsupported(error: string) {
  return z.never({ error }).optional();
}
