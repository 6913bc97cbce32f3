import { AwsError } from '../aws-json/front.ts';

/** AWS keeps this many executions for the functions that reserve none, or all of a smaller account. */
const leastUnreserved = 100;
const others = Symbol('functions without reserved concurrency');

/** Counts executions as Lambda does: a function with reserved concurrency has its own, all others share the rest. */
export class Concurrency {
  readonly #account: number;
  readonly #reserved = new Map<string, number>();
  readonly #running = new Map<string | typeof others, number>();

  constructor(account: number) {
    this.#account = account;
  }

  /** @throws AwsError when too few executions are left for the other functions */
  reserve(name: string, executions: number): void {
    const least = Math.min(leastUnreserved, this.#account);
    if (this.#unreserved() - executions < least) {
      throw new AwsError(
        'InvalidParameterValueException',
        `Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [${least}].`,
      );
    }
    this.#reserved.set(name, executions);
  }

  /** Begins an execution. The result ends it. @throws AwsError `TooManyRequestsException` */
  begin(name: string): () => void {
    const reserved = this.#reserved.get(name);
    const group = reserved === undefined ? others : name;
    const running = this.#running.get(group) ?? 0;
    if (running >= (reserved ?? this.#unreserved()))
      throw new AwsError('TooManyRequestsException', 'Rate Exceeded.', 429);
    this.#running.set(group, running + 1);
    return () => this.#running.set(group, (this.#running.get(group) ?? 1) - 1);
  }

  #unreserved(): number {
    return [...this.#reserved.values()].reduce((left, executions) => left - executions, this.#account);
  }
}
