import { readSchedule, type Schedule } from '@sluice/aws-kit/schedule';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { LocalError } from '../base/local-error.ts';
import { roleNameOf } from '../iam/authority.ts';
import { physicalName } from '../base/names.ts';
import type { ResourceKind } from './resource-kind.ts';
import { accountId, arn, region } from '../base/pseudo-parameters.ts';
import { sendTo } from './send-to.ts';

const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: z.object({
    Arn: z.string().regex(/:(?:lambda|sqs|states):/, { error: 'it cannot be the target of a schedule here' }),
    RoleArn: z.string(),
    Input: z.string().optional(),
  }),
});

/** `AWS::Scheduler::Schedule` */
export const scheduleKind: ResourceKind = {
  identify: (resource) => {
    const name = physicalName(resource, 'Name');
    return { ref: name, attributes: { Arn: arn('scheduler', `schedule/default/${name}`) } };
  },
  create: (resource, machine) => {
    const { ScheduleExpression, ScheduleExpressionTimezone, State, Target } = resource.parse(scheduleSchema);
    if (State === 'DISABLED') return;
    const schedule = parseSchedule(ScheduleExpression, ScheduleExpressionTimezone);
    const fire = (due: Date): Promise<void> | void => {
      const input = Target.Input ?? defaultInput(resource.place, due);
      return sendTo(
        machine,
        { arn: Target.Arn, role: roleNameOf(Target.RoleArn) },
        input.replaceAll('<aws.scheduler.scheduled-time>', due.toISOString()),
      );
    };
    machine.whenOpen(() => machine.schedules.start({ name: resource.place, schedule, fire }));
  },
};

/** What a target receives when the template gives no input. */
function defaultInput(place: string, due: Date): string {
  return JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
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
