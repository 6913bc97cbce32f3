import type { ErrorCode, ImportState } from '@sluice/contract';
import type { ImportItem, Refusal, Store } from '@sluice/data-access';
import { createMeter } from '@sluice/aws-kit/handlers';
import { serviceMetrics, type ServiceMetric } from '../metrics.ts';

const { measure, count } = createMeter(serviceMetrics);

const importMetric: Record<ImportState, ServiceMetric | undefined> = {
  new: undefined,
  validating: undefined,
  running: undefined,
  reverting: undefined,
  valid: 'DryRunsFinished',
  invalid: 'ImportsInvalid',
  success: 'ImportsApplied',
  error: 'ImportsFailed',
  reverted: 'ImportsReverted',
};

/** The same store, which measures how imports and deliveries of webhooks end. */
export function meteredStore(store: Store): Store {
  return { ...store, imports: meteredImports(store.imports), webhooks: meteredWebhooks(store.webhooks) };
}

function meteredImports(imports: Store['imports']): Store['imports'] {
  // An import is also written after its end. A worker reads it before it writes it, and others in between.
  const underWay = new Map<string, ImportState>();
  const note = ({ importId, state }: ImportItem) => {
    if (importMetric[state] === undefined) underWay.set(importId, state);
    else underWay.delete(importId);
  };
  return {
    ...imports,
    get: async (siteId, importId) => {
      const found = await imports.get(siteId, importId);
      if (found) note(found);
      return found;
    },
    update: async (next) => {
      const before = underWay.get(next.importId);
      const isUpdated = await imports.update(next);
      if (!isUpdated) return false;
      note(next);
      if (before !== undefined && before !== next.state) measureImport(next, before);
      return true;
    },
  };
}

function measureImport(item: ImportItem, before: ImportState): void {
  const { siteId, importId, state, dryRun, records, duration } = item;
  // A real import passes through `valid`; an undo that is given up returns to where it began.
  if ((state === 'valid' && !dryRun) || (before === 'reverting' && state !== 'reverted')) return;
  const name = state === 'invalid' && dryRun ? 'DryRunsFinished' : importMetric[state];
  if (name === undefined) return;
  const isApplied = state === 'success';
  measure(
    {
      [name]: 1,
      ...(isApplied && { RecordsImported: records }),
      ...(duration !== null && state !== 'reverted' && { ServiceImportSeconds: duration / 1000 }),
    },
    { siteId, importId },
  );
}

const deliveryMetric: Readonly<Partial<Record<string, ServiceMetric>>> = {
  delivered: 'DeliveriesSucceeded',
  parked: 'DeliveriesParked',
};

function meteredWebhooks(webhooks: Store['webhooks']): Store['webhooks'] {
  return {
    ...webhooks,
    updateDelivery: async (next) => {
      const isUpdated = await webhooks.updateDelivery(next);
      const { siteId, webhookId, deliveryId, state } = next;
      if (isUpdated) count(deliveryMetric[state], { siteId, webhookId, deliveryId });
      return isUpdated;
    },
  };
}

const refusalMetric: Record<ErrorCode, ServiceMetric> = {
  unauthorized: 'CallsUnauthorized',
  invalid_request: 'CallsInvalid',
  not_found: 'CallsNotFound',
  too_many_requests: 'CallsThrottled',
  server_error: 'CallsFailed',
};

/** Every answer is HTTP 200, so the gateway's own metrics do not show refusals. */
export function measureRefusal({ code, ...facts }: Refusal): void {
  count(refusalMetric[code], facts);
}
