import { App } from 'aws-cdk-lib';
import cdk from '../cdk.json' with { type: 'json' };
import { addStacks } from './add-stacks.ts';
import { stageNamed } from './stages.ts';

// The feature flags are handed over here too, so that `node infra/app.ts` writes what `cdk synth` does.
const app = new App({
  outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  context: cdk.context,
  analyticsReporting: false,
});
addStacks(app, stageNamed(app.node.tryGetContext('stage') ?? 'default'));
app.synth();
