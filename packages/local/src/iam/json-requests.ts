import * as z from 'zod';
import { arn } from '../base/pseudo-parameters.ts';
import type { Json } from '../base/json.ts';
import type { Access } from './policy.ts';

/** A request to a service that is not S3 or DynamoDB. */
export interface ServiceRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  /** `X-Amz-Target`: `AmazonSQS.SendMessage`. Empty for REST services. */
  readonly target: string;
  readonly body: Json;
}

type Reader = (operation: string, request: ServiceRequest) => Access[];

/** Of a body that may be left out. */
const membersOf = (body: Json): unknown => (body.text === '' ? {} : body.value);

const queueSchema = z.object({ QueueUrl: z.string().optional(), QueueName: z.string().optional() });
const secretSchema = z.object({ SecretId: z.string().optional(), Name: z.string().optional() });
const executionSchema = z.object({
  stateMachineArn: z.string().optional(),
  executionArn: z.string().optional(),
});

/** By the service in `X-Amz-Target`. */
const byTarget: Readonly<Record<string, Reader>> = {
  AmazonSQS: (operation, { body }) => {
    const { QueueUrl, QueueName } = queueSchema.parse(membersOf(body));
    const name = QueueName ?? QueueUrl?.split('/').at(-1) ?? '*';
    return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource: arn('sqs', name) }];
  },
  secretsmanager: (operation, { body }) => {
    const { SecretId, Name = '*' } = secretSchema.parse(body.value);
    return [
      {
        action: `secretsmanager:${operation}`,
        resource: SecretId ?? arn('secretsmanager', `secret:${Name}`),
      },
    ];
  },
  AWSStepFunctions: (operation, { body }) => {
    const { stateMachineArn, executionArn } = executionSchema.parse(body.value);
    return [{ action: `states:${operation}`, resource: stateMachineArn ?? executionArn ?? '*' }];
  },
};

const mailSchema = z.object({
  FromEmailAddress: z.string(),
  ConfigurationSetName: z.string().optional(),
  Destination: z.record(z.string(), z.array(z.string())).default({}),
  Content: z.object({ Raw: z.unknown().optional() }),
});

/** SES checks the identity and the configuration set, each on its own. */
function mail({ body }: ServiceRequest): Access[] {
  const { FromEmailAddress, ConfigurationSetName, Destination, Content } = mailSchema.parse(body.value);
  const from = FromEmailAddress.slice(FromEmailAddress.lastIndexOf('<') + 1).replace('>', '');
  const names = [
    `identity/${from}`,
    ...(ConfigurationSetName ? [`configuration-set/${ConfigurationSetName}`] : []),
  ];
  return names.map((name) => ({
    action: Content.Raw === undefined ? 'ses:SendEmail' : 'ses:SendRawEmail',
    resource: arn('ses', name),
    context: { 'ses:FromAddress': [from], 'ses:Recipients': Object.values(Destination).flat() },
  }));
}

const scheduleActions: Readonly<Record<string, string>> = {
  GET: 'GetSchedule',
  POST: 'CreateSchedule',
  PUT: 'UpdateSchedule',
  DELETE: 'DeleteSchedule',
};
const scheduleSchema = z.object({
  GroupName: z.string().optional(),
  Target: z.object({ RoleArn: z.string() }).optional(),
});

/** Whoever makes a schedule passes its role on. */
function schedule({ method, url, body }: ServiceRequest): Access[] {
  const [path = '', query = ''] = url.split('?');
  const { GroupName, Target } = scheduleSchema.parse(membersOf(body));
  const group = GroupName ?? new URLSearchParams(query).get('groupName') ?? 'default';
  const name = decodeURIComponent(path.split('/')[2] ?? '');
  const passed = {
    action: 'iam:PassRole',
    context: { 'iam:PassedToService': ['scheduler.amazonaws.com'] },
  };
  return [
    {
      action: `scheduler:${scheduleActions[method] ?? method}`,
      resource: arn('scheduler', `schedule/${group}/${name}`),
    },
    ...(Target === undefined ? [] : [{ ...passed, resource: Target.RoleArn }]),
  ];
}

/** What IAM checks for one request. @throws when the request is not understood here */
export function serviceAccesses(request: ServiceRequest): Access[] {
  const [service = '', operation = ''] = request.target.split('.');
  const reader = byTarget[service];
  if (reader !== undefined) return reader(operation, request);
  if (request.url.startsWith('/schedules/')) return schedule(request);
  if (request.url.startsWith('/v2/email/outbound-emails')) return mail(request);
  return [{ action: `${service || 'unknown'}:${operation || request.method}`, resource: '*' }];
}
