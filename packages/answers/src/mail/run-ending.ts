import { isEnded, asksPerson, runStatuses, type AskingStatus, type EndedStatus } from '@sluice/ledger';
import type { RunFacts } from '../run/facts.ts';
import { tallyOf, type RowTally } from '../run/tally.ts';
import type { RunMailMessages } from '../messages/run-mail.ts';
import { rejectionOf } from './rejections.ts';

/** The statuses of a run that send a mail. */
export type MailedStatus = EndedStatus | AskingStatus;
const isMailed = (status: (typeof runStatuses)[number]): status is MailedStatus =>
  isEnded(status) || asksPerson(status);
export const mailedStatuses: readonly MailedStatus[] = runStatuses.filter(isMailed);

/** What a mail says of one way that a run or a migration ends, besides the answer. */
export interface Ending {
  /** After the name, in the subject. */
  readonly headline: string;
  /** The one next step. */
  readonly next: string;
}

interface About {
  readonly facts: RunFacts;
  readonly tally: RowTally;
  readonly says: RunMailMessages;
}

const endings: Readonly<Record<MailedStatus, (about: About) => Ending>> = {
  succeeded: ({ facts: { files, run }, tally: { meant, deleted }, says: { headline, next } }) => ({
    headline:
      meant === 0
        ? headline.nothingToWrite
        : deleted === 0
          ? headline.allIn(meant)
          : headline.allDeleted(meant, deleted),
    next: files?.result === undefined ? next.noneAndNoSheet : next.noneButSheet(run.counts.landed === 0),
  }),
  partly_succeeded: (about) => ({
    headline: partIn(about),
    next: about.facts.files?.result
      ? about.says.next.correctSheetNotTwice
      : about.says.next.correctRowsNotTwice,
  }),
  rejected: ({ facts: { run, files }, tally, says }) => {
    const { counts, proposal, reasonCodes } = run;
    const { headline, next } = says;
    if (counts.failed > 0)
      return {
        headline: headline.rejected(headline.toCorrect(counts.failed)),
        next: files?.result === undefined ? next.correctRows : next.correctSheet,
      };
    const unclear = tally.read === 0 ? headline.unreadable : headline.seeReason;
    const why = rejectionOf(reasonCodes, says) ?? unclear;
    return proposal === undefined
      ? { headline: headline.rejected(why), next: next.fixAgain }
      : { headline: headline.proposed(why), next: next.checkProposal };
  },
  failed: (about) => {
    const { run } = about.facts;
    const { headline, next } = about.says;
    const isDecided = run.reason === undefined && run.counts.failed === 0;
    return {
      headline: headline.failed(partIn(about)),
      next: isDecided ? next.againNotTwice : next.fixAgainNotTwice,
    };
  },
  needs_decision: (about) => ({
    headline: `${reminderIn(about)}${about.says.headline.toDecide(about.tally.unknown)}`,
    next: about.says.next.decide,
  }),
  awaiting_approval: (about) => {
    const { run } = about.facts;
    const { headline, next } = about.says;
    const { created, updated, deleted, landed } = run.approval?.plan.counts ?? run.counts;
    const changes = [
      ...(created > 0 ? [headline.toCreate(created)] : []),
      ...(updated > 0 ? [headline.toChange(updated)] : []),
      ...(deleted > 0 ? [headline.toDelete(deleted)] : []),
      ...(landed > 0 ? [headline.toWrite(landed)] : []),
    ];
    return { headline: `${reminderIn(about)}${headline.awaitingApproval(changes)}`, next: next.approve };
  },
  duplicate: ({ says: { headline, next } }) => ({ headline: headline.duplicate, next: next.duplicate }),
  superseded: ({ says: { headline, next } }) => ({ headline: headline.superseded, next: next.superseded }),
  cancelled: (about) => ({
    headline: about.says.headline.cancelled(partIn(about)),
    next: about.says.next.cancelled,
  }),
  undone: ({ facts: { run }, says: { headline, next } }) => {
    const { reversed, kept, failed } = run.undo ?? { reversed: 0, kept: 0, failed: 0 };
    const left = kept + failed;
    return { headline: headline.undone(reversed, left), next: left === 0 ? next.nothing : next.undoneInPart };
  },
};

export function runEnding(facts: RunFacts, says: RunMailMessages): Ending {
  const { status, counts, reverts = [] } = facts.run;
  if (!isMailed(status)) throw new Error(`A run that is ${status} sends no mail`);
  const tally = tallyOf({ counts, skippedFor: facts.skippedFor });
  const ending = endings[status]({ facts, tally, says });
  const { late = [] } = facts;
  if (status === 'undone') return ending;
  if (reverts.length > 0)
    return { headline: says.headline.reverted(reverts.length), next: says.next.reverted };
  return late.length > 0 ? { ...ending, headline: says.headline.late(late.length) } : ending;
}

const reminderIn = ({ facts: { reminder }, says }: About): string =>
  reminder === undefined ? '' : says.headline.reminder(reminder);

const partIn = ({ tally: { written, meant, unknown }, says }: About): string =>
  says.headline.partIn(written, meant, unknown);
