import { oneLine } from '@sluice/contract/words';
import { atTime, counts, facts, line, list, paragraph } from '../blocks/blocks.ts';
import { english, type Messages } from '../messages/english.ts';
import type { Mail } from './mail.ts';
import { mailOf } from './mail-of.ts';

/** What the service's own notification of one import contains. */
export interface ImportFacts {
  readonly importId: string;
  /** The display name that the caller gave. */
  readonly filename?: string | undefined;
  readonly outcome: 'success' | 'failure';
  readonly dryRun: boolean;
  readonly site: { readonly name: string; readonly kind: 'production' | 'demo' };
  readonly schemas: readonly string[];
  readonly counts: Readonly<Partial<Record<CountName, number>>>;
  /** For a failure: the refused records, and what was expected. */
  readonly errorMessage?: string | undefined;
  /** ISO 8601. */
  readonly createdDate: string;
  readonly ranDate?: string | undefined;
}

type CountName = keyof Messages['importMail']['counts'];

/**
 * The mail to the addresses that an import names. The caller of the service chose the addresses and the texts: so each such text
 * stands in quotes, and none in the subject.
 */
export function composeImportMail(about: ImportFacts, messages: Messages = english): Mail {
  const { importMail: says, run, runMail } = messages;
  const { importId, dryRun, outcome, site } = about;
  const what = dryRun ? says.what.dryRun : says.what.import;
  const subject = says.subject(what, says.end[outcome], importId);
  const isDemo = site.kind === 'demo';
  const names = Object.keys(says.counts) as CountName[];
  const records = names.map((name) => ({ n: about.counts[name] ?? 0, what: says.counts[name] }));
  return mailOf({
    subject: isDemo ? says.demoSubject(subject) : subject,
    seeMore: runMail.seeMore,
    blocks: [
      ...paragraph((dryRun ? says.answerOfDryRun : says.answer)[outcome], 'answer'),
      ...counts(
        dryRun ? says.title.dryRun : says.title.records,
        records.filter(({ n }) => n !== 0),
      ),
      ...list(says.title.problems, problemsOf(about), run),
      ...(outcome === 'failure' ? paragraph(runMail.next.is(says.next), 'next') : []),
      ...facts(what, [
        [says.fact.name, about.filename && quoted(about.filename)],
        [says.fact.importId, importId],
        [says.fact.site, isDemo ? says.demoSite(site.name) : site.name],
        [says.fact.schemas, about.schemas.map(quoted).join(', ')],
        [says.fact.requested, { at: about.createdDate }],
        [says.fact.ran, atTime(about.ranDate)],
      ]),
    ],
  });
}

const problemsOf = ({ errorMessage = '' }: ImportFacts): string[] =>
  errorMessage
    .split(/\r?\n/u)
    .map(oneLine)
    .filter((text) => text !== '')
    .map(quoted);

/** Marks where a text from outside begins and ends; it cannot end its quotes itself. */
const quoted = (text: string): string => `"${line(text).replaceAll('"', "'")}"`;
