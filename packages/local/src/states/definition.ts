import { shapeProblems } from '@sluice/contract';
import * as z from 'zod';
import { LocalError } from '../base/local-error.ts';
import { unsupported } from '../templates/unsupported.ts';

const retrierSchema = z.looseObject({
  IntervalSeconds: z.number().optional(),
  MaxDelaySeconds: z.number().optional(),
});
const stateSchema = z.looseObject({
  Type: z.enum(['Task', 'Wait', 'Choice', 'Succeed', 'Fail', 'Pass'], { error: 'it is not run here' }),
  Resource: z.string().optional(),
  Retry: z.array(retrierSchema).optional(),
  TimeoutSeconds: z.number().optional(),
  Seconds: z.number().optional(),
  SecondsPath: z.string().optional(),
  Timestamp: unsupported('waits until a time are not run here'),
  TimestampPath: unsupported('waits until a time are not run here'),
  QueryLanguage: z.literal('JSONPath', { error: 'only JSONPath is understood here' }).optional(),
});
type State = z.infer<typeof stateSchema>;
const machineSchema = z.looseObject({
  States: z.record(z.string(), stateSchema),
  StartAt: z.string(),
  QueryLanguage: stateSchema.shape.QueryLanguage,
});

/** A state machine that can run here, with its tasks and waits by the name of their state. */
export interface PreparedDefinition {
  readonly definition: object;
  readonly tasks: ReadonlyMap<string, TaskOf>;
}

export type TaskOf =
  | { readonly kind: 'function'; readonly functionArn: string }
  | { readonly kind: 'wait'; readonly seconds: (input: unknown) => number };

/** Longer than any task takes. Without a timeout, the library would give a task one minute. */
const noTimeoutSeconds = 86_400;

/**
 * Turns waits into tasks, so that they can be divided by the speed, and shortens the waits of retries.
 * @throws LocalError `template_unsupported` that names the state that cannot be run here
 */
export function prepareDefinition(name: string, definitionText: string, speed: number): PreparedDefinition {
  const tasks = new Map<string, TaskOf>();
  const json: unknown = JSON.parse(definitionText);
  const machine = machineSchema.safeParse(json);
  if (!machine.success) {
    const problems = shapeProblems({ schema: machineSchema, json }, machine.error.issues);
    throw new LocalError('template_unsupported', `State machine ${name}: ${problems.join('; ')}`);
  }

  function prepared(stateName: string, { Retry, ...state }: State): object {
    const retried = { ...state, ...(Retry && { Retry: Retry.map((retrier) => sooner(retrier, speed)) }) };
    if (state.Type === 'Wait') {
      tasks.set(stateName, { kind: 'wait', seconds: lengthOf(state) });
      const { Seconds: _s, SecondsPath: _sp, ...rest } = retried;
      return { ...rest, Type: 'Task', Resource: 'local:wait', TimeoutSeconds: noTimeoutSeconds };
    }
    if (state.Type !== 'Task') return retried;
    const { Resource: functionArn = '', TimeoutSeconds = noTimeoutSeconds } = state;
    if (!/^arn:aws[\w-]*:lambda:.*:function:/.test(functionArn))
      throw new LocalError(
        'template_unsupported',
        `State machine ${name}, state ${stateName}: the resource ${functionArn} is not run here.`,
      );
    tasks.set(stateName, { kind: 'function', functionArn });
    return { ...retried, TimeoutSeconds };
  }

  const states = Object.entries(machine.data.States).map(([state, given]) => [state, prepared(state, given)]);
  return { definition: { ...machine.data, States: Object.fromEntries(states) }, tasks };
}

function sooner(retrier: z.infer<typeof retrierSchema>, speed: number): object {
  const { IntervalSeconds = 1, MaxDelaySeconds } = retrier;
  const longest = MaxDelaySeconds === undefined ? {} : { MaxDelaySeconds: MaxDelaySeconds / speed };
  return { ...retrier, IntervalSeconds: IntervalSeconds / speed, ...longest };
}

function lengthOf({ Seconds = 0, SecondsPath }: Pick<State, 'Seconds' | 'SecondsPath'>) {
  return (input: unknown): number => (SecondsPath === undefined ? Seconds : Number(at(input, SecondsPath)));
}

/** The value at a reference path like `$.a.b`. */
function at(input: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, key) => z.looseObject({}).safeParse(value).data?.[key], input);
}
