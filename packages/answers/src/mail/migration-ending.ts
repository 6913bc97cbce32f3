import { isMigrationEnded } from '@sluice/ledger/migrations';
import type { Messages } from '../messages/english.ts';
import { atStep, whichStep } from '../migration/answer.ts';
import type { MigrationFacts } from '../migration/facts.ts';
import { repairActions } from '../migration/repair.ts';
import type { Ending } from './run-ending.ts';

export function migrationEnding(facts: MigrationFacts, messages: Messages): Ending {
  const ending = endingOf(facts, messages);
  const { status, dryRun } = facts.migration;
  return dryRun && isMigrationEnded(status)
    ? { ...ending, headline: messages.migrationMail.dryRun(ending.headline) }
    : ending;
}

function endingOf(facts: MigrationFacts, { migration: words, migrationMail }: Messages): Ending {
  const { headline, next } = migrationMail;
  const { migration, waiting } = facts;
  const { status, dryRun, undo } = migration;
  if (waiting !== undefined) return { headline: headline.waits, next: next.decide };
  const commands = repairActions(facts, words).length;
  switch (status) {
    case 'succeeded':
      return { headline: headline.succeeded, next: dryRun ? next.import(commands) : next.nothing };
    case 'partly':
      return { headline: headline.partly(whichStep(migration, words, false)), next: next.repair(commands) };
    case 'failed':
    case 'failed_and_undone':
      return { headline: headline[status](atStep(migration, words, false)), next: next.repair(commands) };
    case 'undone': {
      const { kept = 0, failed = 0 } = undo?.counts ?? {};
      const left = kept + failed;
      return { headline: headline.undone(left), next: left === 0 ? next.nothing : next.undoneInPart };
    }
    case 'skipped':
    case 'tooLate':
      return { headline: headline[status], next: nextTime(facts, next) };
    case 'cancelled':
      return { headline: headline.cancelled, next: next.cancelled };
    default:
      return { headline: headline[status], next: next.nothing };
  }
}

function nextTime({ upcoming }: MigrationFacts, next: Messages['migrationMail']['next']): string {
  if (upcoming?.isPaused) return next.resume;
  return upcoming?.at === undefined ? next.startByHand : next.startsAgain(upcoming.at);
}
