import { z } from 'zod';

/** A property that has to be absent, because what it asks for cannot be done here. */
export function unsupported(error: string) {
  return z.never({ error }).optional();
}
