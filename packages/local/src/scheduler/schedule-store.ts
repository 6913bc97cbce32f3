import { readSchedule, wallTime, type Schedule } from '@sluice/aws-kit/schedule';
import * as z from 'zod';
import { AwsError } from '../aws-json/front.ts';
import { readJson, writeJson } from '../base/files.ts';

/** A schedule that was made through the API, as stored. */
export const keptSchema = z.object({
  Name: z.string().regex(/^[0-9a-zA-Z-_.]{1,64}$/, 'a name has 1 to 64 letters, digits, -, _ or .'),
  GroupName: z.string().default('default'),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  FlexibleTimeWindow: z.object({ Mode: z.literal('OFF', 'only exact times are kept here') }),
  Target: z.looseObject({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.string().optional(),
    RetryPolicy: z
      .object({
        MaximumEventAgeInSeconds: z.int().default(86_400),
        MaximumRetryAttempts: z.int().default(185),
      })
      .default({ MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 }),
    DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
  }),
  /** ISO 8601. */
  CreationDate: z.string(),
  LastModificationDate: z.string(),
  /** It does not fire again for this time or an earlier one. */
  firedUntil: z.string(),
});
export type KeptSchedule = z.infer<typeof keptSchema>;

/** The schedules that were made through the API. They are in a file, so they survive a restart. */
export interface ScheduleStore {
  all(): readonly KeptSchedule[];
  find(group: string, name: string): KeptSchedule | undefined;
  put(schedule: KeptSchedule): void;
  remove(group: string, name: string): void;
}

export function openScheduleStore(file: string): ScheduleStore {
  const kept = new Map<string, KeptSchedule>();
  const keyOf = (group: string, name: string) => `${group}/${name}`;
  for (const one of readJson(file, z.array(keptSchema)) ?? []) kept.set(keyOf(one.GroupName, one.Name), one);
  const write = () => writeJson(file, [...kept.values()]);
  return {
    all: () => [...kept.values()],
    find: (group, name) => kept.get(keyOf(group, name)),
    put: (schedule) => {
      kept.set(keyOf(schedule.GroupName, schedule.Name), schedule);
      write();
    },
    remove: (group, name) => {
      if (kept.delete(keyOf(group, name))) write();
    },
  };
}

/** @throws AwsError the error of EventBridge Scheduler for an invalid expression or time zone */
export function scheduleOf(
  kept: Pick<KeptSchedule, 'ScheduleExpression' | 'ScheduleExpressionTimezone'>,
): Schedule {
  try {
    // A rate ignores its time zone, but AWS refuses an invalid one there too.
    wallTime(new Date(0), kept.ScheduleExpressionTimezone);
    const read = readSchedule(kept.ScheduleExpression, kept.ScheduleExpressionTimezone);
    if (read.kind === 'schedule') return read.schedule;
    throw new AwsError(
      'ValidationException',
      `Invalid Schedule Expression ${kept.ScheduleExpression}: expected ${read.expected}.`,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AwsError('ValidationException', `Invalid time zone ${kept.ScheduleExpressionTimezone}.`);
  }
}
