import { describe, expect, it } from 'vitest';
import { permissions } from '../../infra/testing/statements.ts';
import { covering, grantedWrites, partitionsOf } from '../../infra/testing/table-writes.ts';
import type { Played } from '../faults/played.ts';
import type { Step } from '../simulation/backend.ts';

const holders: Readonly<Record<Step, string>> = {
  readDrop: 'Reading/ReadDrop',
  submitDry: 'Submission/SubmitBatch',
  submitReal: 'Submission/SubmitBatch',
  trackRun: 'Tracking/TrackRun',
  reportRun: 'Reporting/ReportRun',
  runMigration: 'Migrations/RunMigration',
  scheduleMigration: 'Migrations/ScheduleMigration',
  recordMailEvent: 'Reporting/MailEvents/RecordMailEvent',
  recordRevert: 'RevertRecording/RecordRevert',
  actOnRun: 'History/ActOnRun',
  actOnMigration: 'Migrations/ActOnMigration',
  redrive: 'History/Redrive',
  eraseRuns: 'History/EraseRuns',
  sealHistory: 'Sealing/SealHistory',
  historyApi: 'History/HistoryApi',
  sweep: 'Sweep/Sweep',
};

const holderOf = (step: string) => `BulkImportStack/${holders[step as Step]}`;
const isOfLedger = /^<LedgerTable\w+\.Arn>/u;

/** By the requests of all scenarios. */
export const permissionsOnLedger = (played: () => Played) =>
  describe('the permissions of the flow on the ledger', () => {
    const ofLedger = permissions().filter(({ resource }) => isOfLedger.test(resource));
    const granted = grantedWrites(isOfLedger, [...new Set(ofLedger.map(({ holder }) => holder))]);
    const written = () => played().writes.map(({ step, write }) => ({ ...write, holder: holderOf(step) }));

    it('cover every request of each function', () => {
      const writes = written();
      expect(writes.filter((write) => covering(granted, write).length === 0)).toEqual([]);
      const reading = ofLedger.map(
        ({ holder, action, resource }) =>
          `${holder} ${action}${resource.includes('/index/') ? ' by index' : ''}`,
      );
      const reads = played().reads.map((one) => one.replace(/^\w+/u, holderOf));
      expect(reads.filter((one) => !reading.includes(one))).toEqual([]);
      expect(writes.length).toBeGreaterThan(100);
      expect(reads.length).toBeGreaterThan(20);
    });

    it('allow no write that no function makes', () => {
      const used = new Set(written().flatMap((write) => covering(granted, write)));
      expect(partitionsOf(granted).filter((one) => !used.has(one))).toEqual([]);
    });

    it('let only functions that move runs or record uploads write them, and only one give lanes and claims', () => {
      const writersOf = (partition: string) =>
        partitionsOf(granted).flatMap((one) =>
          one.endsWith(` dynamodb:PutItem ${partition}`) ? one.split(' ')[0] : [],
        );
      const movers = Object.keys(holders).filter(
        (step) => !['redrive', 'sealHistory', 'historyApi'].includes(step),
      );
      expect(new Set(writersOf('run#*'))).toEqual(new Set(movers.map(holderOf)));
      for (const partition of ['lane#*', 'claim#*'])
        expect(writersOf(partition)).toEqual(['BulkImportStack/Tracking/TrackRun']);
    });
  });
