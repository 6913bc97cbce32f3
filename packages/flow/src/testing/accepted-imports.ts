import type { Service } from '../ports.ts';

/** A service that has accepted imports, is asked how they go, and is sent no other. */
export function acceptedImports(isDone: (importId: string) => boolean): Service {
  const createdDate = '2026-03-01T08:00:00.000Z';
  return {
    forgetCredentials: () => undefined,
    connect: async () => ({
      import: async () => ({ kind: 'noAnswer', sent: 'no', detail: 'nothing is sent here' }),
      importStatus: async (importId) => {
        const done = isDone(importId);
        const status = done ? ('success' as const) : ('running' as const);
        const importStatus = { importId, status, success: done, error: false, done, createdDate };
        return { kind: 'ok', output: { importStatus }, meta: {} };
      },
    }),
  };
}
