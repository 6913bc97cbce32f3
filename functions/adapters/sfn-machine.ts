import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import type { Machine } from '@sluice/flow/ports';
import type { Outside } from './outside.ts';

export function createSfnMachine(outside: Outside, arn: string): Machine {
  const client = outside.client(SFNClient);
  return {
    start: async ({ name, input }) => {
      try {
        await client.send(
          new StartExecutionCommand({ stateMachineArn: arn, name, input: JSON.stringify(input) }),
        );
        return 'started';
      } catch (error) {
        if (error instanceof ExecutionAlreadyExists) return 'exists';
        throw error;
      }
    },
    isRunning: async (name) => {
      try {
        const executionArn = executionArnOf(arn, name);
        const { status } = await client.send(new DescribeExecutionCommand({ executionArn }));
        return status === 'RUNNING' || status === 'PENDING_REDRIVE';
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return false;
        throw error;
      }
    },
  };
}

/** `arn:aws:states:R:A:stateMachine:M` and a name give `arn:aws:states:R:A:execution:M:name`. */
function executionArnOf(machineArn: string, name: string): string {
  return `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
}
