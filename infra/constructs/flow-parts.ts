import type { DropBucket } from './drop-bucket.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { TargetService } from './target-service.ts';

/** What several steps of the flow use. */
export interface FlowParts {
  readonly drops: DropBucket;
  readonly files: FilesBucket;
  readonly ledger: LedgerTable;
  readonly service: TargetService;
  /** They receive the mails about drops and migrations that name no address. */
  readonly defaultEmails: readonly string[];
}
