import type { ImportFacts } from './import-facts.ts';
import { count, facts, line, list, mailOf, paragraph, type Block } from './letter.ts';
import type { Mail } from './mail.ts';
import { oneLine, shortened, time } from './words.ts';

const nameInSubject = 80;

/** What the service sends to the addresses that an import named. */
export function composeImportMail(about: ImportFacts): Mail {
  const { importId, dryRun, outcome, site } = about;
  const name = shortened(oneLine(about.filename ?? '') || importId, nameInSubject);
  const what = dryRun ? 'Dry run' : 'Import';
  const end = outcome === 'success' ? 'succeeded' : 'failed';
  const demo = site.kind === 'demo' ? '[demo] ' : '';
  return mailOf({
    subject: `${demo}${what} ${end}: ${name}`,
    blocks: [
      ...paragraph(openingOf(about)),
      ...list('What was wrong', problemsOf(about)),
      ...countsBlock(about),
      facts(what, [
        ['name', about.filename],
        ['importId', importId],
        ['site', site.kind === 'demo' ? `${site.name} (demo)` : site.name],
        ['schemas', about.schemas.join(', ')],
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
    .map(line)
    .filter((text) => text !== '');

const countNames: readonly (readonly [keyof ImportFacts['counts'], string])[] = [
  ['created', 'created'],
  ['updated', 'updated'],
  ['unchanged', 'unchanged'],
  ['deleted', 'deleted'],
  ['failed', 'failed'],
  ['notAttempted', 'not attempted'],
];

function countsBlock({ counts, dryRun }: ImportFacts): Block[] {
  const shown = countNames
    .filter(([key]) => counts[key] !== 0)
    .map(([key, name]) => count(name, counts[key]));
  const title = dryRun ? 'Records, if it had been real' : 'Records';
  return shown.length === 0 ? [] : [{ kind: 'facts', title, facts: shown }];
}
