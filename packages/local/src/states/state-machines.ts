import * as z from 'zod';
import { AwsError, type Operation } from '../aws-json/front.ts';
import type { Authority } from '../iam/authority.ts';
import { arn } from '../base/pseudo-parameters.ts';
import { prepareDefinition, type PreparedDefinition } from './definition.ts';
import { runExecution, type Ending, type ExecutionServices, type Running } from './execution.ts';

interface Execution {
  readonly name: string;
  readonly arn: string;
  readonly machineArn: string;
  readonly input: string;
  readonly startedAt: Date;
  readonly running: Running;
  ended?: { readonly at: Date; readonly ending: Ending };
}

interface Machine {
  readonly name: string;
  readonly prepared: PreparedDefinition;
  readonly role: string;
}

export interface StateServices extends ExecutionServices {
  readonly authority: Pick<Authority, 'refusalOfRole'>;
}

/** How many ended executions can still be described. */
const remembered = 10_000;

const startInput = z.object({
  stateMachineArn: z.string(),
  name: z
    .string()
    .regex(/^[^\s<>{}[\]?*"#%\\^|~`$&,;:/]{1,80}$/, { error: 'a name has 1 to 80 letters, digits, - or _' })
    .optional(),
  input: z.string().max(262_144).default('{}'),
});
const executionInput = z.object({ executionArn: z.string() });
/** Step Functions. Executions are in memory and end with the machine. */
export class StateMachines {
  readonly #services: StateServices;
  readonly #newId: () => string;
  readonly #machines = new Map<string, Machine>();
  readonly #executions = new Map<string, Execution>();

  readonly operations: Readonly<Record<string, Operation>> = {
    StartExecution: (input) => this.#start(startInput.parse(input)),
    DescribeExecution: (input) => described(this.#execution(input)),
  };

  constructor(services: StateServices, newId: () => string) {
    this.#services = services;
    this.#newId = newId;
  }

  /** `role` is the name of the role under which the machine calls functions. */
  create(name: string, definition: string, role: string): void {
    const prepared = prepareDefinition(name, definition, this.#services.speed);
    this.#machines.set(arn('states', `stateMachine:${name}`), { name, prepared, role });
  }

  start(stateMachineArn: string, input: string): void {
    this.#start({ stateMachineArn, input });
  }

  stop(): void {
    for (const { running, ended } of this.#executions.values()) if (ended === undefined) running.abort();
  }

  /** A name is used once. Starting a running execution again with the same input returns that execution. */
  #start({ stateMachineArn, name = this.#newId(), input }: z.infer<typeof startInput>): object {
    const machine = this.#machine(stateMachineArn);
    const executionArn = arn('states', `execution:${machine.name}:${name}`);
    const known = this.#executions.get(executionArn);
    if (known !== undefined) {
      if (known.ended === undefined && known.input === input) return started(known);
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
    }
    const context = {
      Execution: { Id: executionArn, Name: name },
      StateMachine: { Id: stateMachineArn, Name: machine.name },
    };
    const services = { ...this.#services, invoke: this.#invokeAs(machine.role) };
    const running = runExecution({ prepared: machine.prepared, input, context, services });
    const startedAt = this.#services.now();
    const execution: Execution = {
      name,
      arn: executionArn,
      machineArn: stateMachineArn,
      input,
      startedAt,
      running,
    };
    this.#executions.set(executionArn, execution);
    void running.ending.then((ending) => {
      execution.ended = { at: this.#services.now(), ending };
      this.#forgetOldest();
    });
    return started(execution);
  }

  #invokeAs(role: string): ExecutionServices['invoke'] {
    const { authority, invoke } = this.#services;
    return async (resource, event) => {
      const errorMessage = authority.refusalOfRole(role, { action: 'lambda:InvokeFunction', resource });
      if (errorMessage === undefined) return invoke(resource, event);
      return {
        ok: false,
        payload: JSON.stringify({ errorType: 'Lambda.AWSLambdaException', errorMessage }),
      };
    };
  }

  #machine(machineArn: string): Machine {
    const machine = this.#machines.get(machineArn);
    if (machine !== undefined) return machine;
    throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`);
  }

  #execution(input: unknown): Execution {
    const { executionArn } = executionInput.parse(input);
    const execution = this.#executions.get(executionArn);
    if (execution !== undefined) return execution;
    throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`);
  }

  #forgetOldest(): void {
    if (this.#executions.size <= remembered) return;
    for (const [executionArn, { ended }] of this.#executions) {
      if (ended === undefined) continue;
      this.#executions.delete(executionArn);
      return;
    }
  }
}

function started(execution: Execution): object {
  return { executionArn: execution.arn, startDate: seconds(execution.startedAt) };
}

function described({ arn: executionArn, machineArn, name, input, startedAt, ended }: Execution): object {
  return {
    executionArn,
    stateMachineArn: machineArn,
    name,
    input,
    startDate: seconds(startedAt),
    ...(ended ? { stopDate: seconds(ended.at), ...ended.ending } : { status: 'RUNNING' }),
  };
}

function seconds(date: Date): number {
  return date.getTime() / 1000;
}
