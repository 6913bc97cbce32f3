import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMachine, createMemoryQueue } from '../testing/memory-ports.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { sweepAll } from './sweep-all.ts';

captureLog();

it('resumes runs although the migrations cannot be listed, and fails so that it is seen (invariant 12)', async () => {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const machine = createMemoryMachine();
  await plannedRun({ ledger, files: createMemoryFiles(), now });
  time += 20 * 60_000;
  const migrations = {
    ...createMemoryMigrations({ now }),
    openMigrations: () => Promise.reject(new Error('an item that this version does not read')),
  };
  const services = {
    ledger,
    machine,
    migrations,
    migrationsMachine: createMemoryMachine(),
    arrivals: createMemoryQueue(),
    definitionFiles: { keysSince: async () => [] },
    dropBucket: 'drops',
    definitions: createMemoryQueue(),
    inbox: { page: async () => ({ versions: [] }) },
    now,
  };
  await expect(sweepAll(services)).rejects.toThrow('this version does not read');
  expect(machine.executions.has('run1-1')).toBe(true);
});
