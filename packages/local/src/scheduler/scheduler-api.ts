import type { IncomingMessage } from 'node:http';
import { AwsError, type Front } from '../aws-json/front.ts';
import { roleNameOf } from '../iam/authority.ts';
import { readBody, sendJson } from '../base/http.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { keptSchema, scheduleOf, type KeptSchedule, type ScheduleStore } from './schedule-store.ts';
import type { Schedules } from './schedules.ts';

/** Where something is sent, and the name of the role that allows it. */
export interface Target {
  readonly arn: string;
  readonly role: string;
}

/** Sends the input of a schedule to its target, or throws. */
export type SendTo = (target: Target, input: string) => Promise<void> | void;

export interface SchedulerApi {
  readonly store: ScheduleStore;
  readonly schedules: Schedules;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly send: SendTo;
}

const path = /^\/schedules\/([^/?]+)(?:\?|$)/;
const mostBytes = 256 * 1024;

/** CreateSchedule, GetSchedule, UpdateSchedule and DeleteSchedule of EventBridge Scheduler, which is a REST API. */
export function serveSchedulerApi(front: Front, api: SchedulerApi): void {
  front.rest('/schedules/', async (request, response) => {
    const name = path.exec(request.url ?? '')?.[1];
    if (name === undefined)
      throw new AwsError(
        'UnknownOperationException',
        `${request.method} ${request.url} is not served here.`,
        404,
      );
    const answer = await operate(decodeURIComponent(name), request, api);
    sendJson(response, 200, answer);
  });
}

/** Starts the stored schedules. Those that were due while the machine was off fire now, as AWS would have retried them. */
export function startKeptSchedules(api: SchedulerApi): void {
  for (const kept of api.store.all()) begin(kept, api, new Date(kept.firedUntil));
}

async function operate(name: string, request: IncomingMessage, api: SchedulerApi): Promise<object> {
  const { store } = api;
  const group = new URL(request.url ?? '', 'http://localhost').searchParams.get('groupName') ?? 'default';
  switch (request.method) {
    case 'GET':
      return described(existing(store, group, name));
    case 'DELETE':
      existing(store, group, name);
      api.schedules.end(nameOf({ GroupName: group, Name: name }));
      store.remove(group, name);
      return {};
    case 'POST':
    case 'PUT':
      return put(name, await bodyOf(request), { isNew: request.method === 'POST', api });
    default:
      throw new AwsError('UnknownOperationException', `${request.method} is not served here.`, 404);
  }
}

function put(
  name: string,
  body: Record<string, unknown>,
  { isNew, api }: { readonly isNew: boolean; readonly api: SchedulerApi },
): object {
  const at = api.now().toISOString();
  const wanted = keptSchema.parse({
    ...body,
    Name: name,
    CreationDate: at,
    LastModificationDate: at,
    firedUntil: at,
  });
  const known = api.store.find(wanted.GroupName, name);
  if (isNew && known !== undefined)
    throw new AwsError('ConflictException', `Schedule ${name} already exists.`, 409);
  if (!isNew) existing(api.store, wanted.GroupName, name);
  scheduleOf(wanted);
  const kept = { ...wanted, CreationDate: known?.CreationDate ?? at };
  api.store.put(kept);
  // A rate without a start date fires at once.
  begin(kept, api, isNew ? undefined : new Date(at));
  return { ScheduleArn: arnOf(kept) };
}

function begin(kept: KeptSchedule, api: SchedulerApi, since: Date | undefined): void {
  const name = nameOf(kept);
  if (kept.State === 'DISABLED') return api.schedules.end(name);
  api.schedules.start({
    name,
    schedule: scheduleOf(kept),
    since,
    fire: (due) => fire(kept, due, api),
  });
}

/** An event that is older than its retry policy allows goes to the dead-letter queue, as on AWS. */
async function fire(kept: KeptSchedule, due: Date, api: SchedulerApi): Promise<void> {
  const { Arn, RoleArn, Input = '{}', RetryPolicy, DeadLetterConfig } = kept.Target;
  const role = roleNameOf(RoleArn);
  const input = Input.replaceAll('<aws.scheduler.scheduled-time>', due.toISOString().replace('.000Z', 'Z'));
  const current = api.store.find(kept.GroupName, kept.Name);
  const isTooOld = api.now().getTime() - due.getTime() > RetryPolicy.MaximumEventAgeInSeconds * 1000;
  if (!isTooOld) await api.send({ arn: Arn, role }, input);
  else if (DeadLetterConfig !== undefined) await api.send({ arn: DeadLetterConfig.Arn, role }, input);
  // Stored after it was sent, so that a start that was lost with the machine is due again. A repeated start has no effect.
  if (current !== undefined) api.store.put({ ...current, firedUntil: due.toISOString() });
}

function existing(store: ScheduleStore, group: string, name: string): KeptSchedule {
  const kept = store.find(group, name);
  if (kept !== undefined) return kept;
  throw new AwsError('ResourceNotFoundException', `Schedule ${name} does not exist.`, 404);
}

function described(kept: KeptSchedule): object {
  const { firedUntil: _firedUntil, CreationDate, LastModificationDate, ...schedule } = kept;
  const seconds = (iso: string) => Date.parse(iso) / 1000;
  return {
    ...schedule,
    Arn: arnOf(kept),
    CreationDate: seconds(CreationDate),
    LastModificationDate: seconds(LastModificationDate),
  };
}

const nameOf = ({ GroupName, Name }: Pick<KeptSchedule, 'GroupName' | 'Name'>) => `${GroupName}/${Name}`;
const arnOf = (kept: KeptSchedule) => arn('scheduler', `schedule/${nameOf(kept)}`);

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = await readBody(request, mostBytes);
  if (body === undefined) throw new AwsError('ValidationException', `At most ${mostBytes} bytes are taken.`);
  return Object.fromEntries(Object.entries(JSON.parse(body.toString() || '{}')));
}
