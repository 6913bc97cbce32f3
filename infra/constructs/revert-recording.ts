import { recordRevertEnv } from '@sluice/functions/record-revert/env';
import { Construct } from 'constructs';
import { revertTimeout } from './import-engine.ts';
import type { LedgerTable } from './ledger-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { WorkQueue } from './work-queue.ts';

export interface RevertRecordingProps {
  readonly ledger: LedgerTable;
  /** What the service publishes. */
  readonly reverts: WorkQueue;
}

/** An operator reverts an import in the control panel, and the history of its run has it. */
export class RevertRecording extends Construct {
  constructor(scope: Construct, id: string, { ledger, reverts }: RevertRecordingProps) {
    super(scope, id);
    const recordRevert = new ServiceFunction(this, 'RecordRevert', {
      folder: 'record-revert',
      env: recordRevertEnv,
      given: ledger.grantFor('recordRevert'),
      timeout: revertTimeout,
      memoryMb: 256,
      impact:
        'The history of a run does not have that an operator reverted one of its imports; drops continue.',
    });
    reverts.feed(recordRevert);
  }
}
