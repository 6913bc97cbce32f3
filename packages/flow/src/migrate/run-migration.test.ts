import { expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { runMigration } from './run-migration.ts';
import type { RunMigrationServices } from './services.ts';

captureLog();

it('a start that is due while the stage is paused waits, and neither reads nor writes', async () => {
  const services = new Proxy({} as RunMigrationServices, {
    get: (_, name) => {
      if (name === 'isPaused') return true;
      throw new Error(`It uses ${String(name)}`);
    },
  });
  const due = { name: 'nightly', scheduledAt: '2026-11-21T01:30:00Z', execution: 'e1', checks: 0 };
  expect(await runMigration(due, services)).toMatchObject({ checks: 0, waitSeconds: 300, next: 'wait' });
});
