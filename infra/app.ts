import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdk from '../cdk.json' with { type: 'json' };
import { addStacks } from './add-stacks.ts';
import { readStage } from './config.ts';

// The feature flags are handed over here too, so that `node infra/app.ts` writes what `cdk synth` does.
const app = new App({
  outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  context: cdk.context,
  analyticsReporting: false,
});
const stage = await readStage({
  root: join(import.meta.dirname, '..'),
  file: app.node.tryGetContext('config'),
  stage: app.node.tryGetContext('stage'),
});
addStacks(app, stage);
app.synth();
