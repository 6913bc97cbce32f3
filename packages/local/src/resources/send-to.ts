import type { Machine } from './machine.ts';
import { AwsError } from '../aws-json/front.ts';
import { LocalError } from '../base/local-error.ts';
import type { Target } from '../scheduler/scheduler-api.ts';

const actions = { lambda: 'InvokeFunction', sqs: 'SendMessage', states: 'StartExecution' } as const;

/** Sends an input to the target of a schedule. @throws LocalError for one that cannot be a target here, or AwsError */
export function sendTo(
  { authority, functions, sqs, states }: Pick<Machine, 'authority' | 'functions' | 'sqs' | 'states'>,
  { arn, role }: Target,
  input: string,
): Promise<void> | void {
  const service = (['lambda', 'sqs', 'states'] as const).find((name) => arn.includes(`:${name}:`));
  if (service === undefined)
    throw new LocalError('template_unsupported', `${arn} cannot be the target of a schedule here.`);
  const access = { action: `${service}:${actions[service]}`, resource: arn };
  const refused = authority.refusalOfRole(role, access);
  if (refused !== undefined) throw new AwsError('AccessDeniedException', refused, 403);
  if (service === 'lambda') return functions.invokeLater(arn, input);
  if (service === 'sqs') return sqs.send(arn, input);
  return states.start(arn, input);
}
