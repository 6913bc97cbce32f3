import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  UpdateScheduleCommand,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFront, type Front } from '../aws-json/front.ts';
import { Ports } from '../machine/ports.ts';
import { openScheduleStore } from './schedule-store.ts';
import { serveSchedulerApi, startKeptSchedules, type SchedulerApi } from './scheduler-api.ts';
import { createSchedules } from './schedules.ts';

let front: Front;
let client: SchedulerClient;
let file: string;
let now: Date;
const sent = vi.fn<(target: string, input: string) => void>();
const stops: (() => void)[] = [];

function machine(): SchedulerApi {
  const schedules = createSchedules(
    () => now,
    (line) => expect(line).toBeUndefined(),
  );
  stops.push(() => schedules.stop());
  return { store: openScheduleStore(file), schedules, now: () => now, log: () => undefined, send: sent };
}

beforeEach(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sluice-scheduler-'));
  stops.push(() => rmSync(dir, { recursive: true, force: true }));
  file = join(dir, 'schedules.json');
  now = new Date('2026-11-21T20:00:00Z');
  sent.mockReset();
  front = await startFront(new Ports(join(dir, 'ports.json')));
  serveSchedulerApi(front, machine());
  client = new SchedulerClient({
    endpoint: front.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  client.destroy();
  await front.stop();
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

test('a schedule is made once, read, changed and deleted', async () => {
  await client.send(new CreateScheduleCommand(schedule('cron(30 2 * * ? *)')));
  await expect(client.send(new CreateScheduleCommand(schedule('rate(1 day)')))).rejects.toThrow(
    ConflictException,
  );
  await client.send(new UpdateScheduleCommand(schedule('cron(0 3 * * ? *)')));
  expect(await client.send(new GetScheduleCommand(named))).toMatchObject({
    ScheduleExpression: 'cron(0 3 * * ? *)',
    ScheduleExpressionTimezone: 'Europe/Berlin',
    CreationDate: now,
  });
  await client.send(new DeleteScheduleCommand(named));
  await expect(client.send(new GetScheduleCommand(named))).rejects.toThrow(ResourceNotFoundException);
  await expect(client.send(new DeleteScheduleCommand(named))).rejects.toThrow(ResourceNotFoundException);
});

test('an expression or a zone that there is not is refused as AWS does', async () => {
  for (const wrong of [
    schedule('daily'),
    { ...schedule('rate(1 day)'), ScheduleExpressionTimezone: 'Mars/Base' },
  ])
    await expect(client.send(new CreateScheduleCommand(wrong))).rejects.toThrow(ValidationException);
});

test('what was due while the machine was off fires at its next start with its own times, once', async () => {
  await client.send(new CreateScheduleCommand(schedule('cron(30 2 * * ? *)')));
  now = new Date('2026-11-23T12:00:00Z');
  startKeptSchedules(machine());
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  // The older one is older than a day, for which AWS tries at most.
  expect(sent.mock.calls).toEqual([
    ['arn:aws:sqs:us-east-1:000000000000:dead', '{"scheduledAt":"2026-11-22T01:30:00Z"}'],
    ['arn:aws:states:us-east-1:000000000000:stateMachine:m', '{"scheduledAt":"2026-11-23T01:30:00Z"}'],
  ]);
  sent.mockReset();
  startKeptSchedules(machine());
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).not.toHaveBeenCalled();
});

test('a rate begins by firing', async () => {
  await client.send(new CreateScheduleCommand(schedule('rate(1 hour)')));
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(sent.mock.calls[0]?.[1]).toBe('{"scheduledAt":"2026-11-21T20:00:00Z"}');
});
