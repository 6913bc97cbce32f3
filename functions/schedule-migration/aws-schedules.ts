import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  type CreateScheduleCommandInput,
  type GetScheduleCommandOutput,
} from '@aws-sdk/client-scheduler';
import type { Outside } from '../adapters/outside.ts';
import type { ScheduleMigrationEnv } from './env.ts';
import type { MigrationSchedules, WantedSchedule } from '@sluice/flow/migrate/schedules';

/** The most that the scheduler allows. The migration decides whether a start is too late. */
const retries = { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 };

export function createAwsSchedules(env: ScheduleMigrationEnv, outside: Outside): MigrationSchedules {
  const client = outside.client(SchedulerClient);
  const GroupName = env.SCHEDULE_GROUP;
  return {
    put: async (wanted) => {
      const input = inputOf(wanted, env);
      const known = await found(client, { Name: wanted.name, GroupName });
      // Rewriting a rate restarts it, and it would fire at once.
      if (known !== undefined && isSame(known, input)) return;
      if (known !== undefined) return void (await client.send(new UpdateScheduleCommand(input)));
      try {
        await client.send(new CreateScheduleCommand(input));
      } catch (error) {
        // Another delivery of the same message was faster.
        if (!(error instanceof ConflictException)) throw error;
        await client.send(new UpdateScheduleCommand(input));
      }
    },
    remove: async (Name) => {
      try {
        await client.send(new DeleteScheduleCommand({ Name, GroupName }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}

function inputOf(
  { name, expression, timeZone }: WantedSchedule,
  env: ScheduleMigrationEnv,
): CreateScheduleCommandInput {
  return {
    Name: name,
    GroupName: env.SCHEDULE_GROUP,
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: timeZone,
    FlexibleTimeWindow: { Mode: 'OFF' },
    State: 'ENABLED',
    Target: {
      Arn: env.MIGRATIONS_MACHINE_ARN,
      RoleArn: env.SCHEDULE_ROLE_ARN,
      // The scheduled time identifies the start: a late or doubled one is the same migration.
      Input: JSON.stringify({ name, scheduledAt: '<aws.scheduler.scheduled-time>' }),
      RetryPolicy: retries,
      DeadLetterConfig: { Arn: env.SCHEDULE_DEAD_LETTERS_ARN },
    },
  };
}

async function found(
  client: SchedulerClient,
  input: { readonly Name: string; readonly GroupName: string },
): Promise<GetScheduleCommandOutput | undefined> {
  try {
    return await client.send(new GetScheduleCommand(input));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

function isSame(known: GetScheduleCommandOutput, wanted: CreateScheduleCommandInput): boolean {
  return (
    known.ScheduleExpression === wanted.ScheduleExpression &&
    known.ScheduleExpressionTimezone === wanted.ScheduleExpressionTimezone &&
    known.Target?.Arn === wanted.Target?.Arn &&
    known.Target?.RoleArn === wanted.Target?.RoleArn &&
    known.Target?.Input === wanted.Target?.Input
  );
}
