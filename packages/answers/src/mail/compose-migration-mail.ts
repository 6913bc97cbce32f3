import { nameInSubject, shellWord } from '@sluice/contract/words';
import { actions, paragraph } from '../blocks/blocks.ts';
import { english, type Messages } from '../messages/english.ts';
import { blocksOfMigration } from '../migration/blocks-of-migration.ts';
import type { MigrationFacts } from '../migration/facts.ts';
import { linksOpen } from './compose-run-mail.ts';
import type { Mail } from './mail.ts';
import { idInSubject, mailOf } from './mail-of.ts';
import { migrationEnding } from './migration-ending.ts';

/** The mail of a migration that ended or waits for a person: what happened, what to do next, and each step. */
export function composeMigrationMail(about: MigrationFacts, messages: Messages = english): Mail {
  const { name, migrationId } = about.migration;
  const { migrationMail: says, runMail } = messages;
  const { headline, next } = migrationEnding(about, messages);
  const told = blocksOfMigration(about, messages);
  return mailOf({
    subject: says.subject(name, headline, idInSubject(migrationId)),
    seeMore: runMail.seeMore,
    blocks: [
      ...told.answer,
      ...told.reason,
      ...told.undone,
      ...told.problems,
      ...paragraph(runMail.next.is(next), 'next'),
      ...told.commands,
      ...told.steps,
      ...told.files(),
      ...linksOpen(
        (about.runs ?? []).flat().map(({ result }) => result),
        runMail,
      ),
      ...told.warnings,
      ...told.facts,
    ],
  });
}

/** The mail about a migration whose file cannot be used: where it is wrong, and what was expected. */
export function composeRefusedMigrationMail(
  { name, why }: { readonly name: string; readonly why: string },
  { migrationMail: { refused }, runMail }: Messages = english,
): Mail {
  return mailOf({
    subject: refused.subject(nameInSubject(name)),
    seeMore: runMail.seeMore,
    blocks: [
      ...paragraph(refused.answer, 'answer'),
      ...paragraph(why),
      ...paragraph(runMail.next.is(refused.next), 'next'),
      ...actions(refused.actions, [
        { label: refused.upload, command: `npx sluice schedule ${shellWord(`${name}.json`)}` },
      ]),
    ],
  });
}
