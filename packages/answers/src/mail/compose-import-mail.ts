import { counts, facts, line, list, nextStep, paragraph, type Block } from './letter.ts';
import type { Mail } from './mail.ts';
import { mailOf } from './mail-of.ts';
import { oneLine, time } from '@sluice/contract/words';

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

/**
 * The mail to the addresses that an import names. Whoever holds a token chose these and the texts, so texts from outside stand in
 * quotes, and none in the subject.
 */
export function composeImportMail(about: ImportFacts): Mail {
  const { importId, dryRun, outcome, site } = about;
  const what = dryRun ? 'Dry run' : 'Import';
  const end = outcome === 'success' ? 'succeeded' : 'failed';
  const demo = site.kind === 'demo' ? '[demo] ' : '';
  return mailOf({
    subject: `${demo}${what} ${end}: ${importId}`,
    blocks: [
      ...paragraph(openingOf(about)),
      ...countsBlock(about),
      ...list('What was wrong', problemsOf(about)),
      ...(outcome === 'failure' ? nextStep('correct these records and import them again.') : []),
      facts(what, [
        ['name', about.filename && quoted(about.filename)],
        ['importId', importId],
        ['site', site.kind === 'demo' ? `${site.name} (demo)` : site.name],
        ['schemas', about.schemas.map(quoted).join(', ')],
        ['requested', time(about.createdDate)],
        ['ran', about.ranDate && time(about.ranDate)],
      ]),
    ],
  });
}

function openingOf({ outcome, dryRun }: ImportFacts): string {
  if (outcome === 'success') {
    return dryRun
      ? 'Every record can be imported. It was a dry run: nothing was written.'
      : 'Every record was imported.';
  }
  return dryRun
    ? 'The records cannot be imported as they are. It was a dry run: nothing was written.'
    : 'The import failed. Records that are not counted as created, updated or deleted were not written.';
}

const problemsOf = ({ errorMessage = '' }: ImportFacts): string[] =>
  errorMessage
    .split(/\r?\n/u)
    .map(oneLine)
    .filter((text) => text !== '')
    .map(quoted);

/** Marks where a text from outside begins and ends; it cannot end its quotes itself. */
const quoted = (text: string): string => `"${line(text).replaceAll('"', "'")}"`;

type CountName = (typeof countNames)[number];
const countNames = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'notAttempted',
  'skipped',
] as const;

function countsBlock({ counts: records, dryRun }: ImportFacts): Block[] {
  const shown = countNames
    .map((name) => ({ name, n: records[name] ?? 0 }))
    .filter(({ n }) => n !== 0)
    .map(({ name, n }) => ({ n, what: countWords[name] ?? name }));
  return counts(dryRun ? 'Records, if they were imported' : 'Records', shown);
}

const countWords: Partial<Record<CountName, string>> = {
  failed: 'with errors, not written',
  notAttempted: 'without errors, not written',
  skipped: 'not as expected, left as they are',
};
