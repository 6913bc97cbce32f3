import { fileNameIn, nameInSubject } from '@sluice/contract/words';
import { counts, paragraph, type Block } from '../blocks/blocks.ts';
import { blocksOfRun } from '../run/blocks-of-run.ts';
import type { RunFacts, ToldFile } from '../run/facts.ts';
import { tallyOf } from '../run/tally.ts';
import { english, type Messages } from '../messages/english.ts';
import type { RunMailMessages } from '../messages/run-mail.ts';
import type { Attachment, Mail } from './mail.ts';
import { idInSubject, mailOf } from './mail-of.ts';
import { runEnding } from './run-ending.ts';

/** The facts of a run whose mail may carry its result sheet. */
export interface MailedRun extends RunFacts {
  readonly attachment?: Attachment | undefined;
}

/** The mail of a run: what happened to its rows, what to do next, and where to look. */
export function composeRunMail(about: MailedRun, messages: Messages = english): Mail {
  const says = messages.runMail;
  const { run, attachment, reminder, files = {} } = about;
  const { headline, next } = runEnding(about, says);
  const told = blocksOfRun(about, messages.run);
  const name = nameInSubject(fileNameIn(run.key));
  const mail = mailOf({
    subject: says.headline.subject(name, headline, idInSubject(run.runId)),
    seeMore: says.seeMore,
    blocks: [
      ...told.answer,
      ...told.reason,
      ...paragraph(reminder === undefined ? undefined : says.reminded[run.status]),
      ...countsBlock(about, says),
      ...told.before,
      ...told.reasons,
      ...told.proposal,
      ...told.toDecide,
      ...paragraph(says.next.is(next), 'next'),
      ...told.actions(),
      ...linksOpen(Object.values(files), says),
      ...paragraph(attachment && says.attached(attachment.fileName)),
      ...told.warnings,
      ...told.notes,
      ...told.reverts,
      ...told.late,
      ...told.facts([
        ...(['place', 'run', 'started', 'ended', 'droppedBy', 'profile', 'records', 'approvedBy'] as const),
        ...(['undoneBy', 'plan', 'resultSheet', 'undoReport', 'calls'] as const),
      ]),
      ...told.imports,
    ],
  });
  return { ...mail, attachment };
}

/** Every outcome that has rows; they add up to what was read. */
function countsBlock({ run, skippedFor }: RunFacts, says: RunMailMessages): Block[] {
  const isPlan = run.status === 'awaiting_approval';
  const all = (isPlan ? run.approval?.plan.counts : undefined) ?? run.counts;
  if (all.read === 0) return [];
  const { twins, landedAlready, asExported, changedSince } = tallyOf({ counts: all, skippedFor });
  const rows = { ...all, skipped: twins };
  const names = Object.keys(says.rowClass) as (keyof typeof says.rowClass)[];
  const classes = names.map((name) => {
    const [ended, planned] = says.rowClass[name];
    const waits = name === 'unknown' && run.status === 'needs_decision';
    return { n: rows[name], what: isPlan ? planned : waits ? says.youDecide : ended };
  });
  const left = [
    { n: landedAlready, what: says.landedAlready },
    { n: asExported, what: says.asExported },
    { n: changedSince, what: says.changedSince },
  ];
  const isUndone = run.status === 'undone' || run.reverts !== undefined;
  const title = isPlan ? says.rowsIfApproved : isUndone ? says.rowsBeforeUndo : says.rows;
  return counts(title, [
    { n: rows.read, what: says.read },
    ...[...classes, ...left].filter(({ n }) => n > 0),
  ]);
}

/** Until when the links of a mail open; nothing without a link. */
export function linksOpen(
  files: readonly (ToldFile | undefined)[],
  says: Pick<RunMailMessages, 'linksOpen'>,
): Block[] {
  const until = files.flatMap((file) => file?.link?.until ?? [])[0];
  return paragraph(until && says.linksOpen(until));
}
