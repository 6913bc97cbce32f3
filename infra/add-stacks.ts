import type { Construct } from 'constructs';
import { BulkImportStack } from './bulk-import-stack.ts';
import { DataAccessStack } from './data-access-stack.ts';
import type { StageSettings } from './settings/settings.ts';

/** The stacks of one stage: the flow, and the service that it calls unless the stage names somebody else's. */
export function addStacks(
  scope: Construct,
  settings: StageSettings,
): { flow: BulkImportStack; service?: DataAccessStack } {
  const { suffix = '', service: other } = settings;
  const flow = (dataAccess?: DataAccessStack) =>
    new BulkImportStack(scope, `BulkImportStack${suffix}`, { settings, dataAccess });
  if (other?.url !== undefined) return { flow: flow() };
  const service = new DataAccessStack(scope, `DataAccessStack${suffix}`, { settings });
  return { service, flow: flow(service) };
}
