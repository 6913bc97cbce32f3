import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  UpdateScheduleCommand,
  type CreateScheduleCommandInput,
  type GetScheduleCommandOutput,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler';
import type { ScheduleMigrationEnv } from '../schedule-migration/env.ts';
import type { MigrationSchedules, WantedSchedule } from '@sluice/flow/migrate/schedules';

/** As long as the scheduler tries at most; whether a start is too late decides the migration. */
const retries = { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 };

export function createAwsSchedules(client: SchedulerClient, env: ScheduleMigrationEnv): MigrationSchedules {
  const GroupName = env.SCHEDULE_GROUP;
  return {
    put: async (wanted) => {
      const input = inputOf(wanted, env);
      const known = await found(client, { Name: wanted.name, GroupName });
      // A rate that is written anew would begin anew, and fire at once.
      if (known !== undefined && isSame(known, input)) return;
      if (known !== undefined) return void (await client.send(new UpdateScheduleCommand(input)));
      try {
        await client.send(new CreateScheduleCommand(input));
      } catch (error) {
        // Another delivery of the same message was first by a moment.
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
      // By its scheduled time a missed or doubled start is one migration.
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
