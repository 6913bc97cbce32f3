import { Aws, Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * A name that the same stack did not have before it was destroyed: state machines and groups of schedules keep theirs for
 * minutes. The id of a stack ends in `/<stack name>/<UUID>`, and the beginning of the UUID differs each time.
 */
export function uniqueName(scope: Construct, name: string): string {
  const uuid = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  return `${Stack.of(scope).stackName}-${name}-${Fn.select(0, Fn.split('-', uuid))}`;
}
