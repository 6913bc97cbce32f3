import type { ZodType } from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';
import { noteInLog, type About } from './log.ts';

export interface TaskDefinition<E, S, I, O> extends Definition<E, S> {
  readonly input: ZodType<I>;
  readonly run: (input: I, services: S, invocation: Invocation) => Promise<O>;
  /** The ids of what the input concerns: every line logged for it carries them. */
  readonly about?: (input: I) => About;
}

/**
 * A step of a state machine, or the target of a schedule. It fails with the name of the error, which a machine's
 * `Retry` and `Catch` may match, and without its message, which the machine's history would keep.
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
