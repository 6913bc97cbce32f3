import { migrationIdOf } from '@sluice/ledger';
import { actOnMigration } from '@sluice/flow/migrate/act-on-migration';
import { services as actServices } from '../../functions/act-on-migration/handler.ts';
import { answer } from '@sluice/flow/history/answer';
import { services as historyServices } from '../../functions/history-api/handler.ts';
import { services as runServices } from '../../functions/run-migration/handler.ts';
import { migrationInputSchema, runMigration } from '@sluice/flow/migrate/run-migration';
import { services as scheduleServices } from '../../functions/schedule-migration/handler.ts';
import { scheduleMigration } from '@sluice/flow/migrate/schedule-migration';
import { arrivalMessageSchema, isSwept, migrationsIn } from '@sluice/flow/read/arrivals';
import { asked } from '@sluice/flow/testing/asked';
import type { Execution } from './aws/others.ts';
import type { Stage } from './stage.ts';

/** Migrations in the world: their machine, their schedules, and the people who act on them. */
export function createMigrating({ env, outside, sfn, clock, pass, invoke, warmed }: Stage) {
  let fired = 0;
  return {
    /** The schedule of a migration fires. */
    fire: (name: string): string => {
      const scheduledAt = clock().toISOString();
      const input = JSON.stringify({ name, scheduledAt });
      sfn.start({ name: `fired-${(fired += 1)}`, input, stateMachineArn: env.MIGRATIONS_MACHINE_ARN });
      return migrationIdOf(name, scheduledAt);
    },

    /** One look of an execution of the migrations machine; one that fails three times is dead, until the sweep. */
    step: async (execution: Execution): Promise<void> => {
      const ended = await invoke('runMigration', async () => {
        const services = warmed('runMigration', () => runServices(env, outside));
        const state = Object.assign({}, execution.state, { execution: execution.name });
        execution.state = await runMigration(migrationInputSchema.parse(state), services);
      });
      const { next, waitSeconds = 1 } = execution.state as { next?: string; waitSeconds?: number };
      execution.failures = ended === 'done' ? 0 : execution.failures + 1;
      const seconds = ended === 'done' ? waitSeconds : execution.failures * 10;
      execution.dueAt = clock().getTime() + seconds * 1000;
      if ((ended === 'done' && next === 'done') || execution.failures > 2) execution.running = false;
    },

    /** A notice that the file of a migration came or went. */
    schedule: (body: unknown) =>
      invoke('scheduleMigration', async () => {
        const services = warmed('scheduleMigration', () => scheduleServices(env, outside));
        const message = arrivalMessageSchema.parse(body);
        const how = { tells: !isSwept(message) };
        for (const name of migrationsIn(message)) await scheduleMigration(name, services, how);
      }),

    /** A person asks which migrations there are; where no answer came, that is all that came of it. */
    list: (): Promise<unknown> =>
      invoke('historyApi', async () => {
        const services = warmed('historyApi', () => historyServices(env, outside));
        await answer({ ...asked('/migrations'), method: 'GET' }, services);
      }),

    /** A person acts, and says it again when there was no answer, unless what was meant has come about. */
    act: async (path: string, hasComeAbout: () => Promise<boolean>): Promise<void> => {
      for (let tried = 0; tried < 5; tried += 1) {
        let status = 500;
        await invoke('actOnMigration', async () => {
          const services = warmed('actOnMigration', () => actServices(env, outside));
          status = (await actOnMigration(asked(path), services)).status;
        });
        if (status < 500 || (await hasComeAbout())) return;
        pass(60_000);
      }
    },
  };
}
