import type { Operation } from './operation.ts';

/** Whoever gets this far has a token that works. */
export const checkCredentials: Operation<'checkCredentials'> = { run: async () => ({}) };
