import type { ZodType } from 'zod';
import { coldStart, invoke, type Definition, type Invocation, type LambdaContext } from './invocation.ts';

export interface TaskDefinition<E, S, I, O> extends Definition<E, S> {
  readonly input: ZodType<I>;
  readonly run: (input: I, services: S, invocation: Invocation) => Promise<O>;
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
    invoke(context, async (invocation) =>
      definition.run(definition.input.parse(event), await servicesOnce(), invocation),
    );
}
