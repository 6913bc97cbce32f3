import type { Ledger, Migrations } from '@sluice/ledger';
import type { MailLinkServices } from '../links/mailed-file.ts';
import type { ArrivalMessage, Drop } from '../read/arrivals.ts';
import type { Files, Machine, Queue } from '../ports.ts';
import type { SendNoticeServices } from '../notify/send-notice.ts';

/** An object version that a step may import. */
export type SourceVersion = Pick<Drop, 'key' | 'versionId' | 'bytes'>;

/** The files of migrations. @throws SourceRefused for a place that we may not read */
export interface Sources {
  /** The current version; undefined if there is none. */
  find(bucket: string, key: string): Promise<SourceVersion | undefined>;
  /** The current versions below a prefix, by key, without folder markers; at most so many. */
  list(place: {
    readonly bucket: string;
    readonly prefix: string;
    readonly atMost: number;
  }): Promise<SourceVersion[]>;
}

/** The settings of the stage do not let migrations read there. */
export class SourceRefused extends Error {
  override readonly name = 'SourceRefused';
}

export interface RunMigrationServices extends SendNoticeServices, MailLinkServices {
  /** The drop bucket, for definitions. */
  readonly drops: Pick<Files, 'get' | 'about' | 'stream'>;
  readonly dropBucket: string;
  readonly sources: Sources;
  readonly files: Pick<Files, 'get' | 'putOnce'>;
  readonly migrations: Migrations;
  readonly ledger: Pick<Ledger, 'run' | 'moveRun' | 'submissions'>;
  readonly arrivals: Queue<ArrivalMessage>;
  /** Starts the trackers of runs, which cancel and undo them. */
  readonly machine: Pick<Machine, 'start'>;
  readonly defaultEmails: readonly string[];
  /** Whether the server of the runs can undo its imports. */
  readonly canRevert: boolean;
  /** Whether the stage is paused. */
  readonly isPaused: boolean;
}
