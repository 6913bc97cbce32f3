import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { Machine } from '@sluice/flow/ports';

export function createSfnMachine({ client, arn }: { client: SFNClient; arn: string }): Machine {
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

/** `arn:aws:states:R:A:stateMachine:M` and a name make `arn:aws:states:R:A:execution:M:name`. */
export function executionArnOf(machineArn: string, name: string): string {
  return `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`;
}
