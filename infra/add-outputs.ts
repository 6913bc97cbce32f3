import { CfnOutput, type Stack } from 'aws-cdk-lib';

/** By these names people and tools find the parts of a stack. */
export function addOutputs(stack: Stack, values: Readonly<Record<string, string>>): CfnOutput[] {
  return Object.entries(values).map(([name, value]) => new CfnOutput(stack, name, { value }));
}
