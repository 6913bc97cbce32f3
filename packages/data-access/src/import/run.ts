import type { Mailer } from '@sluice/answers';
import type { MessageQueue, RevertMessage, Services } from '../services.ts';
import type { Publisher } from '../webhooks/publisher.ts';
import type { ImportDocuments } from './documents.ts';
import type { KnownDryRuns } from './known-dry-runs.ts';
import type { Worker } from '../lease/lease.ts';

export interface RunServices extends Pick<Services, 'store' | 'blobs' | 'queue' | 'now' | 'newId' | 'sleep'> {
  readonly mailer: Mailer;
  readonly publisher: Publisher;
  /** Receives every undo that ended. */
  readonly reverts: MessageQueue<RevertMessage>;
}

export interface Run extends RunServices {
  readonly worker: Worker;
  readonly documents: ImportDocuments;
  readonly dryRuns: KnownDryRuns;
  readonly begun: number;
}
