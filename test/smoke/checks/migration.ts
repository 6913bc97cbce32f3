import * as z from 'zod';
import type { Check } from '../check.ts';
import { mailbox } from '../runs.ts';
import { ask, expect, peopleAre, until, type Smoke } from '../smoke.ts';

/** From the upload to the time of the schedule, which must be known by then. */
const leadMs = 30_000;

const startSchema = z.looseObject({
  migrationId: z.string(),
  status: z.string(),
  startedBy: z.string(),
  reason: z.string().optional(),
  notice: z.looseObject({ state: z.string() }).optional(),
  steps: z.array(
    z.looseObject({ counts: z.record(z.string(), z.int()).optional(), reason: z.string().optional() }),
  ),
  undo: z.looseObject({ counts: z.record(z.string(), z.int()).optional() }).optional(),
});
type Start = z.infer<typeof startSchema>;
const startsSchema = z.array(startSchema);

export const startsOf = (name: string, { sluice }: Pick<Smoke, 'sluice'>): Promise<readonly Start[]> =>
  ask(sluice, ['migrations', name], { schema: startsSchema });

export const isGoing = ({ status }: Start): boolean => ['planned', 'running', 'undoing'].includes(status);

/** Its start is awaited by the next check, so that others run meanwhile. */
export const schedule: Check = {
  name: 'schedule',
  limit: 60,
  half: 'flow',
  permissions: ['s3:PutObject on migrations/* of the drop bucket'],
  run: async ({ mark, sluice, write, now }) => {
    const due = new Date(Math.ceil((now().getTime() + leadMs) / 1000) * 1000).toISOString();
    const step = (file: string, schema: string, lookup: string) => ({
      file: `migrations/${mark}/${file}`,
      schema,
      lookup,
    });
    await write('roles.csv', `name\r\nRole of ${mark}\r\n`);
    await write(
      'people.csv',
      `email,name,roleIds\r\ndee.moved.${mark}@example.com,Dee Smoke,Role of ${mark}\r\n`,
    );
    await write(`${mark}.json`, {
      schedule: `at(${due.slice(0, 19)})`,
      timeZone: 'UTC',
      steps: [step('roles.csv', 'role', 'name'), step('people.csv', 'professional', 'email')],
      emails: [mailbox('success')],
    });
    const argv = ['schedule', `${mark}.json`, '--data', 'roles.csv', 'people.csv'];
    const { nextFire } = await ask(sluice, argv, {
      schema: z.looseObject({ nextFire: z.string().nullable() }),
    });
    expect(nextFire === due, `Expected that ${mark} is due at ${due}; it is due at ${nextFire}`);
    return `a migration is due at ${due.slice(11, 19)}`;
  },
};

export const migration: Check = {
  name: 'migration',
  limit: 240,
  half: 'flow',
  permissions: ['execute-api:Invoke on GET /migrations/* and POST /migrations/*/* of the history'],
  run: async (smoke) => {
    const { mark, sluice } = smoke;
    const what = `the schedule started the migration ${mark}, and it ended. Expected that EventBridge Scheduler has a schedule of its name, and may invoke run-migration.`;
    const start = await until(smoke, { seconds: 180, what }, async () =>
      (await startsOf(mark, smoke)).find((one) => !isGoing(one) && isNotified(one)),
    );
    const { migrationId, status, startedBy, steps } = start;
    const reasons = [start.reason, ...steps.map(({ reason }) => reason)].filter(Boolean).join('; ');
    expect(
      status === 'succeeded',
      `Expected a migration that succeeded; ${migrationId} is ${status}: ${reasons}`,
    );
    expect(
      startedBy === 'schedule',
      `Expected a start by its schedule; ${migrationId} was started by ${startedBy}`,
    );
    await peopleAre(1, `moved.${mark}`, smoke);
    const { undo } = await ask(sluice, ['migrate', migrationId, '--undo'], {
      schema: startSchema,
      exits: [0, 3],
    });
    expect(
      undo?.counts?.['reversed'] === 2,
      `Expected both records of ${migrationId} reversed; it has ${JSON.stringify(undo?.counts)}`,
    );
    await peopleAre(0, `moved.${mark}`, smoke);
    return 'started by its schedule, two steps landed, and were undone';
  },
};

const isNotified = ({ notice }: Start): boolean => notice !== undefined && notice.state !== 'intended';
