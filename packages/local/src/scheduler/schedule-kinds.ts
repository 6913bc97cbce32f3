import { readSchedule, type Schedule } from '@sluice/migrations/schedule';
import { unsupported } from '../templates/unsupported.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LocalError } from '../local-error.ts';
import type { Machine } from '../machine/machine.ts';
import { physicalName } from '../machine/names.ts';
import type { Resource, ResourceKind } from '../machine/resource-kind.ts';
import { accountId, arn, region } from '../templates/pseudo-parameters.ts';
import { sendTo } from './send-to.ts';

const targetSchema = z.object({ Arn: z.string(), Input: z.string().optional() });
const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: targetSchema,
});
const ruleSchema = z.object({
  ScheduleExpression: z.string({ error: 'only rules with a schedule are run here' }),
  EventPattern: unsupported('event patterns are not run here'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(targetSchema).default([]),
});

/** `AWS::Scheduler::Schedule` */
export const scheduleKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'Name');
    return { ref: name, attributes: { Arn: arn('scheduler', `schedule/default/${name}`) } };
  },
  create: (resource, machine) => {
    const { ScheduleExpression, ScheduleExpressionTimezone, State, Target } = resource.parse(scheduleSchema);
    const send = targetOf(resource, Target.Arn, machine);
    if (State === 'DISABLED') return;
    const schedule = parseSchedule(ScheduleExpression, ScheduleExpressionTimezone);
    const fire = (due: Date): Promise<void> | void => {
      const input = Target.Input ?? usualEvent('aws.scheduler', resource.place, due);
      return send(input.replaceAll('<aws.scheduler.scheduled-time>', due.toISOString()));
    };
    machine.whenReady(() => machine.schedules.start({ name: resource.place, schedule, fire }));
  },
};

/** `AWS::Events::Rule` with a schedule. */
export const ruleKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'Name');
    return { ref: name, attributes: { Arn: arn('events', `rule/${name}`) } };
  },
  create: (resource, machine) => {
    const { ScheduleExpression, State, Targets } = resource.parse(ruleSchema);
    const sends = Targets.map((target) => ({ ...target, send: targetOf(resource, target.Arn, machine) }));
    if (State === 'DISABLED') return;
    const fire = async (due: Date): Promise<void> => {
      for (const { Input, send } of sends) await send(Input ?? usualEvent('aws.events', resource.place, due));
    };
    const schedule = parseSchedule(ScheduleExpression);
    machine.whenReady(() => machine.schedules.start({ name: resource.place, schedule, fire }));
  },
};

function targetOf(
  resource: Resource,
  target: string,
  machine: Machine,
): (input: string) => Promise<void> | void {
  if (/:(?:lambda|sqs|states):/.test(target)) return (input) => sendTo(machine, target, input);
  throw new LocalError(
    'template_unsupported',
    `${resource.place}: ${target} cannot be the target of a schedule here.`,
  );
}

/** What the target is sent when the template gives no input. */
function usualEvent(source: string, place: string, due: Date): string {
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source,
    account: accountId,
    time: due.toISOString(),
    region,
    resources: [place],
    detail: {},
  });
}

/** The schedule of a template. @throws LocalError `template_unsupported` */
function parseSchedule(expression: string, timeZone?: string): Schedule {
  const read = readSchedule(expression, timeZone);
  if (read.kind === 'schedule') return read.schedule;
  throw new LocalError(
    'template_unsupported',
    `The schedule ${expression} is not understood. Expected: ${read.expected}. Example: ${read.example}`,
  );
}
