import type { Mailer } from '@sluice/mail';
import type { MessageQueue, RevertMessage, Services } from '../services.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { Publisher } from '../webhooks/publisher.ts';
import type { ImportDocuments } from './documents.ts';
import type { Expectation } from './drift.ts';
import type { Worker } from './lease.ts';

export interface RunServices extends Pick<Services, 'store' | 'blobs' | 'queue' | 'now' | 'newId' | 'sleep'> {
  readonly mailer: Mailer;
  readonly publisher: Publisher;
  /** Receives every undo that ended. */
  readonly reverts: MessageQueue<RevertMessage>;
}

export interface Run extends RunServices {
  readonly worker: Worker;
  readonly documents: ImportDocuments;
  readonly begun: number;
}

/** The steps that a dry run expected, if there was one and its plan is still stored. */
export async function expectationOf(
  since: string | null,
  { siteId }: ImportItem,
  { store, documents }: Run,
): Promise<Expectation | undefined> {
  if (since === null) return undefined;
  const dryRun = await store.imports.get(siteId, since);
  const plan = dryRun && (await documents.plan(dryRun));
  return plan && { since, steps: plan.steps };
}
