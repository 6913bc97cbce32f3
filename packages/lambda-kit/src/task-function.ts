import type { ZodType } from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';
import { noteInLog, type About } from './log.ts';

export interface TaskDefinition<E, S, I, O> extends Definition<E, S> {
  readonly input: ZodType<I>;
  readonly run: (input: I, services: S, invocation: Invocation) => Promise<O>;
  /** Ids of what the input is about: every line that is logged over it carries them. */
  readonly about?: (input: I) => About;
}

/**
 * A step of a state machine, or what a schedule calls. It fails with the name of the error, which a machine's
 * `Retry` and `Catch` may match, and without its message, which would stand in the machine's history.
 */
export function taskFunction<E, S, I, O>(
  definition: TaskDefinition<E, S, I, O>,
): (event: unknown, context: LambdaContext) => Promise<O> {
  const servicesOnce = coldStart(definition);
  return (event, context) =>
    invoke(context, async (invocation) => {
      const input = definition.input.parse(event);
      noteInLog(definition.about?.(input) ?? {});
      return definition.run(input, await servicesOnce(), invocation);
    });
}
