import type { App } from 'aws-cdk-lib';
import { BulkImportStack } from './bulk-import-stack.ts';
import { DataAccessStack } from './data-access-stack.ts';
import type { Stage } from './stages.ts';

/** The stacks of one stage: the flow, and the service that it calls unless the stage names somebody else's. */
export function addStacks(app: App, stage: Stage): { flow: BulkImportStack; service?: DataAccessStack } {
  const { url, revertUrl } = stage.service;
  const revert = revertUrl === undefined ? undefined : { url: revertUrl };
  if (url !== undefined) return { flow: new BulkImportStack(app, { url, revert }, stage) };
  const service = new DataAccessStack(app, stage);
  return { service, flow: new BulkImportStack(app, service, stage) };
}
