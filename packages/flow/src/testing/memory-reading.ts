import type { ApprovalSettings } from '@sluice/import-plan';
import { createMemoryLedger, createMemoryMigrations } from '@sluice/ledger/testing';
import type { Clock } from '../ports.ts';
import type { ReadDropServices } from '../read/read-drop.ts';
import { createMemoryFiles } from './memory-files.ts';
import { createMemoryMachine } from './memory-ports.ts';

/** As a stage without settings has it. */
export const approvalByDefault: ApprovalSettings = {
  dropsWithoutProfile: 'accept',
  guardRails: { mostDeleted: 0 },
  guardRailsForProfiles: false,
  secondPerson: false,
};

/** What `readDrop` uses, in memory. */
export function memoryReading(now: Clock) {
  return {
    drops: createMemoryFiles(),
    dropBucket: 'drops',
    files: createMemoryFiles(),
    ledger: createMemoryLedger({ now }),
    migrations: createMemoryMigrations({ now }),
    machine: createMemoryMachine(),
    target: 'https://service.test',
    defaultEmails: ['ops@example.com'],
    approval: approvalByDefault,
    now,
  } satisfies ReadDropServices;
}
