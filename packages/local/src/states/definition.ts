import { z } from 'zod';
import { LocalError } from '../local-error.ts';

const retrierSchema = z.looseObject({
  IntervalSeconds: z.number().optional(),
  MaxDelaySeconds: z.number().optional(),
});
const stateSchema = z.looseObject({
  Type: z.string(),
  Resource: z.string().optional(),
  Retry: z.array(retrierSchema).optional(),
  TimeoutSeconds: z.number().optional(),
  Seconds: z.number().optional(),
  SecondsPath: z.string().optional(),
  Timestamp: z.string().optional(),
  TimestampPath: z.string().optional(),
  QueryLanguage: z.string().optional(),
});
export type State = z.infer<typeof stateSchema>;
const statesSchema = z.record(z.string(), stateSchema);
const nestedSchema = z.looseObject({ States: z.record(z.string(), z.unknown()) });
const machineSchema = z.looseObject({
  States: statesSchema,
  StartAt: z.string(),
  QueryLanguage: z.string().optional(),
});

/** A state machine as it is run here, and what its tasks and waits stand for, by state name. */
export interface PreparedDefinition {
  readonly definition: object;
  readonly tasks: ReadonlyMap<string, TaskOf>;
}

export type TaskOf =
  | { readonly kind: 'function'; readonly functionArn: string }
  /** `arn:aws:states:::lambda:invoke`: the function and its payload are in the input. */
  | { readonly kind: 'invoke' }
  | { readonly kind: 'wait'; readonly seconds: (input: unknown, now: Date) => number };

/** Longer than any task may take; without a time-out of its own a task would have a minute here. */
const noTimeoutSeconds = 86_400;

/**
 * Makes waits into tasks, whose length can be divided by the speed, and shortens the waits of retries.
 * Throws `LocalError` `template_unsupported` for what cannot be run here, naming the state.
 */
export function prepareDefinition(name: string, definitionText: string, speed: number): PreparedDefinition {
  const tasks = new Map<string, TaskOf>();
  const refuse = (state: string, why: string): never => {
    throw new LocalError('template_unsupported', `State machine ${name}, state ${state}: ${why}`);
  };

  function prepared(states: Record<string, State>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(states).map(([stateName, state]) => [stateName, one(stateName, state)]),
    );
  }

  function one(stateName: string, state: State): object {
    if (tasks.has(stateName)) refuse(stateName, 'two states have this name.');
    if (state.QueryLanguage === 'JSONata') refuse(stateName, 'only JSONPath is understood here.');
    const nested = withNested(state);
    if (state.Type === 'Wait') {
      tasks.set(stateName, { kind: 'wait', seconds: lengthOf(state) });
      const { Seconds: _s, SecondsPath: _sp, Timestamp: _t, TimestampPath: _tp, ...rest } = nested;
      return { ...rest, Type: 'Task', Resource: 'local:wait', TimeoutSeconds: noTimeoutSeconds };
    }
    if (state.Type !== 'Task') return nested;
    tasks.set(
      stateName,
      taskOf(state.Resource ?? '') ?? refuse(stateName, `the resource ${state.Resource} is not run here.`),
    );
    return { ...nested, TimeoutSeconds: state.TimeoutSeconds ?? noTimeoutSeconds };
  }

  function withNested(state: State): State {
    const within = (value: unknown): unknown => {
      const nested = nestedSchema.safeParse(value);
      return nested.success
        ? { ...nested.data, States: prepared(statesSchema.parse(nested.data.States)) }
        : value;
    };
    const entries = Object.entries(state).map(([key, value]): [string, unknown] => {
      if (key === 'Iterator' || key === 'ItemProcessor') return [key, within(value)];
      if (key === 'Branches' && Array.isArray(value)) return [key, value.map(within)];
      return [key, value];
    });
    const Retry = state.Retry?.map((retrier) => sooner(retrier, speed));
    return stateSchema.parse({ ...Object.fromEntries(entries), ...(Retry && { Retry }) });
  }

  const machine = machineSchema.parse(JSON.parse(definitionText));
  if (machine.QueryLanguage === 'JSONata') refuse(machine.StartAt, 'only JSONPath is understood here.');
  return { definition: { ...machine, States: prepared(machine.States) }, tasks };
}

function sooner(retrier: z.infer<typeof retrierSchema>, speed: number): object {
  const { IntervalSeconds = 1, MaxDelaySeconds } = retrier;
  const longest = MaxDelaySeconds === undefined ? {} : { MaxDelaySeconds: MaxDelaySeconds / speed };
  return { ...retrier, IntervalSeconds: IntervalSeconds / speed, ...longest };
}

function taskOf(resource: string): TaskOf | undefined {
  if (/^arn:aws[\w-]*:lambda:.*:function:/.test(resource)) return { kind: 'function', functionArn: resource };
  return /^arn:aws[\w-]*:states:::lambda:invoke$/.test(resource) ? { kind: 'invoke' } : undefined;
}

function lengthOf(state: State): (input: unknown, now: Date) => number {
  const { Seconds, SecondsPath, Timestamp, TimestampPath } = state;
  if (SecondsPath !== undefined) return (input) => Number(at(input, SecondsPath));
  if (Timestamp !== undefined) return (_, now) => until(Timestamp, now);
  if (TimestampPath !== undefined) return (input, now) => until(at(input, TimestampPath), now);
  return () => Seconds ?? 0;
}

function until(timestamp: unknown, now: Date): number {
  return (Date.parse(String(timestamp)) - now.getTime()) / 1000;
}

/** What a reference path like `$.a.b` names. */
function at(input: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, key) => z.looseObject({}).safeParse(value).data?.[key], input);
}
