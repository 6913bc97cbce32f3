import { join } from 'node:path';
import {
  ConflictException,
  ResourceNotFoundException,
  Scheduler,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { frontClient } from '../testing/front-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { openScheduleStore } from './schedule-store.ts';
import { serveSchedulerApi, startKeptSchedules, type SchedulerApi } from './scheduler-api.ts';
import { createSchedules } from './schedules.ts';

let client: Scheduler;
let file: string;
let now: Date;
const sent = vi.fn<(target: string, input: string) => void>();

function machine(): SchedulerApi {
  const schedules = createSchedules(
    () => now,
    (line) => expect(line).toBeUndefined(),
  );
  onTestFinished(() => schedules.stop());
  return {
    store: openScheduleStore(file),
    schedules,
    now: () => now,
    log: () => undefined,
    send: ({ arn, role }, input) => {
      expect(role).toBe('r');
      sent(arn, input);
    },
  };
}

beforeEach(async () => {
  file = join(tempDir(), 'schedules.json');
  now = new Date('2026-11-21T20:00:00Z');
  sent.mockReset();
  client = await frontClient(Scheduler, (front) => serveSchedulerApi(front, machine()));
});

const schedule = (ScheduleExpression: string) => ({
  Name: 'nightly',
  GroupName: 'migrations',
  ScheduleExpression,
  ScheduleExpressionTimezone: 'Europe/Berlin',
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  Target: {
    Arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:m',
    RoleArn: 'arn:aws:iam::000000000000:role/r',
    Input: '{"scheduledAt":"<aws.scheduler.scheduled-time>"}',
    DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:dead' },
  },
});
const named = { Name: 'nightly', GroupName: 'migrations' };

test('a schedule can be created once, read, changed and deleted', async () => {
  await client.createSchedule(schedule('cron(30 2 * * ? *)'));
  await expect(client.createSchedule(schedule('rate(1 day)'))).rejects.toThrow(ConflictException);
  await client.updateSchedule(schedule('cron(0 3 * * ? *)'));
  expect(await client.getSchedule(named)).toMatchObject({
    ScheduleExpression: 'cron(0 3 * * ? *)',
    ScheduleExpressionTimezone: 'Europe/Berlin',
    CreationDate: now,
  });
  await client.deleteSchedule(named);
  await expect(client.getSchedule(named)).rejects.toThrow(ResourceNotFoundException);
  await expect(client.deleteSchedule(named)).rejects.toThrow(ResourceNotFoundException);
});

test('an invalid expression or time zone is refused with the error of AWS', async () => {
  for (const wrong of [
    schedule('daily'),
    { ...schedule('rate(1 day)'), ScheduleExpressionTimezone: 'Mars/Base' },
  ])
    await expect(client.createSchedule(wrong)).rejects.toThrow(ValidationException);
});

test('a time that was due while the machine was off fires once at the next start', async () => {
  await client.createSchedule(schedule('cron(30 2 * * ? *)'));
  now = new Date('2026-11-23T12:00:00Z');
  startKeptSchedules(machine());
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  // AWS tries for at most a day, and the first one is older.
  expect(sent.mock.calls).toEqual([
    ['arn:aws:sqs:us-east-1:000000000000:dead', '{"scheduledAt":"2026-11-22T01:30:00Z"}'],
    ['arn:aws:states:us-east-1:000000000000:stateMachine:m', '{"scheduledAt":"2026-11-23T01:30:00Z"}'],
  ]);
  sent.mockReset();
  startKeptSchedules(machine());
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).not.toHaveBeenCalled();
});

test('a rate fires at once', async () => {
  await client.createSchedule(schedule('rate(1 hour)'));
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(sent.mock.calls[0]?.[1]).toBe('{"scheduledAt":"2026-11-21T20:00:00Z"}');
});
