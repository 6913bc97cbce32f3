import { describe } from 'vitest';
import { approvalOfAChange } from './approval/approve-a-change.ts';
import { approvalOfDeletions } from './approval/approve-deletions.ts';
import { conformanceOverHttp } from './conformance/over-http.ts';
import { readmeCommands, sluiceLocal } from './demo/sluice-local.ts';
import { commandsOnAStack } from './deployed/commands-on-a-stack.ts';
import { erasingAPerson } from './erase/erase-a-person.ts';
import { linksInMails } from './links/open-links.ts';
import { functionsLogNoError } from './local-run/logged-errors.ts';
import { scheduledMigration } from './migrations/scheduled-migration.ts';
import { acceptingAProposal } from './profiles/accept-a-proposal.ts';
import { runningSystem } from './running-system.ts';
import { onlyItsOwner } from './security/local-sockets.ts';
import { permissionsAreUsed } from './security/permissions-used.ts';
import { pageOfAStranger } from './security/strangers-page.ts';
import { operatorReverts } from './undo/operator-reverts.ts';
import { undoOfAnImport } from './undo/undo-an-import.ts';

/** A start takes as long as most of these tests. So they share one system, and run on it one after the other. */
describe('one running system', () => {
  const system = runningSystem('one');
  const local = sluiceLocal(system);
  local.begins();
  onlyItsOwner(system);
  pageOfAStranger(system);
  const migration = scheduledMigration(system);
  migration.isScheduled();
  // On a site of its own, until the time of the schedule.
  undoOfAnImport(system);
  // Nobody else may have run or mailed anything by then.
  migration.runs();
  readmeCommands(system);
  linksInMails(system);
  // Changes what the README drops.
  approvalOfAChange(system);
  approvalOfDeletions(system);
  acceptingAProposal(system);
  operatorReverts(system);
  commandsOnAStack(system);
  erasingAPerson(system);
  conformanceOverHttp(system);
  local.ends();
  functionsLogNoError(system);
  permissionsAreUsed(system);
});
