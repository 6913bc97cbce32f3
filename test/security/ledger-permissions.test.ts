import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../infra/testing/statements.ts';
import {
  covering,
  grantedWrites,
  partitionsOf,
  recordRequests,
  writesOf,
  type Write,
} from '../../infra/testing/table-writes.ts';
import { hooked } from '../faults/outside.ts';
import { play } from '../faults/play.ts';
import type { Step } from '../simulation/backend.ts';
import { scenarios } from '../simulation/scenarios.ts';
import { processNow } from '../simulation/scheduler.ts';

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
const ofLedger = permissions().filter(({ resource }) => isOfLedger.test(resource));
const granted = grantedWrites(isOfLedger, [...new Set(ofLedger.map(({ holder }) => holder))]);

const written: Write[] = [];
/** Requests that read, each with the function and, where it has one, the index. */
const read = new Set<string>();

beforeAll(async () => {
  recordRequests(hooked.client(DynamoDBClient), (operation, body) => {
    const step = processNow()?.step;
    if (step === undefined) return;
    const holder = holderOf(step);
    const writes = writesOf(operation, body);
    for (const write of writes) written.push({ ...write, holder });
    const isIndex = typeof body === 'object' && body !== null && 'IndexName' in body;
    if (writes.length === 0) read.add(`${holder} dynamodb:${operation}${isIndex ? ' by index' : ''}`);
  });
  for (const scenario of scenarios) expect((await play(scenario, [])).breaches).toEqual([]);
}, 120_000);

describe('the permissions of the flow on the ledger', () => {
  it('cover every request of each function', () => {
    const denied = written.filter((write) => covering(granted, write).length === 0);
    expect([...new Set(denied.map((write) => JSON.stringify(write)))]).toEqual([]);
    const reading = ofLedger.map(
      ({ holder, action, resource }) =>
        `${holder} ${action}${resource.includes('/index/') ? ' by index' : ''}`,
    );
    expect([...read].filter((one) => !reading.includes(one))).toEqual([]);
    expect(written.length).toBeGreaterThan(1000);
    expect(read.size).toBeGreaterThan(20);
  });

  it('allow no write that no function makes', () => {
    const used = new Set(written.flatMap((write) => covering(granted, write)));
    const unused = partitionsOf(granted).filter((one) => !used.has(one));
    expect(unused).toEqual([]);
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
