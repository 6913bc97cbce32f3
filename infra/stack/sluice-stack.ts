import { Stack, Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import cdk from '../../cdk.json' with { type: 'json' };
import { stageOf, type Stage, type StageSettings } from '../settings/settings.ts';

/** A stack with the settings of a stage, which all of its parts find by `stageAround`. */
export class SluiceStack extends Stack {
  /** @internal */
  readonly stage: Stage;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    const stage = stageOf(settings);
    super(scope, id, { env: stage.env });
    this.stage = stage;
    // The flags that our templates were tested with, whatever those of the app around them are.
    for (const [flag, value] of Object.entries(cdk.context)) this.node.setContext(flag, value);
    for (const [name, value] of Object.entries(stage.tags)) Tags.of(this).add(name, value);
    if (stage.permissionsBoundary !== undefined)
      PermissionsBoundary.of(this).apply(
        ManagedPolicy.fromManagedPolicyArn(this, 'Boundary', stage.permissionsBoundary),
      );
  }
}

/** The settings of the stage that a part belongs to. */
export function stageAround(part: Construct): Stage {
  const stack = Stack.of(part);
  if (stack instanceof SluiceStack) return stack.stage;
  throw new Error(`${part.node.path} is in no stack of Sluice`);
}
