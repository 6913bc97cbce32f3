import type { ZodType } from 'zod';
import { issuesOf } from './error-facts.ts';

/** Variables are missing or malformed. Its message names them and never says their values. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
  readonly code = 'env_invalid';
}

export function parseEnv<E>(schema: ZodType<E>, source: NodeJS.ProcessEnv): E {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    `These environment variables are missing or malformed: ${issuesOf(parsed.error).join(', ')}.`,
    { cause: parsed.error },
  );
}
