import type { App } from 'aws-cdk-lib';
import { BulkImportStack } from './bulk-import-stack.ts';
import { DataAccessStack } from './data-access-stack.ts';
import { controlUrlAt } from './constructs/data-api.ts';
import { revertOfOurs, type Revert } from './constructs/target-service.ts';
import type { Stage } from './stages.ts';

/** The stacks of one stage: the flow, and the service that it calls unless the stage names somebody else's. */
export function addStacks(app: App, stage: Stage): { flow: BulkImportStack; service?: DataAccessStack } {
  const { url } = stage.service;
  if (url !== undefined) {
    const controlUrl = stage.service.ours === true ? controlUrlAt(url) : undefined;
    const target = { url, controlUrl, revert: revertOf(url, stage.service) };
    return { flow: new BulkImportStack(app, target, stage) };
  }
  const service = new DataAccessStack(app, stage);
  return { service, flow: new BulkImportStack(app, service, stage) };
}

function revertOf(serviceUrl: string, { ours = false, revertUrl }: Stage['service']): Revert | undefined {
  if (!ours) return revertUrl === undefined ? undefined : { url: revertUrl };
  const [, apiId] = /^https:\/\/(\w+)\.execute-api\.[\w.-]+$/u.exec(serviceUrl) ?? [];
  if (apiId === undefined)
    throw new Error(
      `service.url is ${serviceUrl}. With service.ours, the output DataAccessStack.ServiceUrl of another stage is expected.`,
    );
  return revertOfOurs({ url: serviceUrl, apiId });
}
