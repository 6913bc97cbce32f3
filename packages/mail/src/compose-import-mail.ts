import type { ImportFacts } from './import-facts.ts';
import { listed, mailOf, type Block, type Fact } from './letter.ts';
import type { Mail } from './mail.ts';
import { number, oneLine, shortened, time } from './words.ts';

const linesShown = 20;
const nameInSubject = 80;
const longestLine = 300;

/** What the service sends to the addresses that an import named. */
export function composeImportMail(facts: ImportFacts): Mail {
  const { importId, dryRun, outcome, site } = facts;
  const name = shortened(oneLine(facts.filename ?? '') || importId, nameInSubject);
  const what = dryRun ? 'Dry run' : 'Import';
  const end = outcome === 'success' ? 'succeeded' : 'failed';
  const demo = site.kind === 'demo' ? '[demo] ' : '';
  return mailOf({
    subject: `${demo}${what} ${end}: ${name}`,
    blocks: [
      { kind: 'paragraph', text: openingOf(facts) },
      ...problemsBlock(facts),
      ...countsBlock(facts),
      { kind: 'facts', title: what, facts: importFacts(facts) },
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

function problemsBlock({ errorMessage = '' }: ImportFacts): Block[] {
  const lines = errorMessage
    .split(/\r?\n/u)
    .map((line) => shortened(oneLine(line), longestLine))
    .filter((line) => line !== '');
  if (lines.length === 0) return [];
  return [
    { kind: 'list', title: 'What was wrong', ...listed(lines, { inAll: lines.length, atMost: linesShown }) },
  ];
}

const countNames: Record<keyof ImportFacts['counts'], string> = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  deleted: 'deleted',
  failed: 'failed',
  notAttempted: 'not attempted',
};

function countsBlock({ counts, dryRun }: ImportFacts): Block[] {
  const { created, updated, unchanged, deleted, failed, notAttempted } = counts;
  const all = Object.entries({
    created,
    updated,
    unchanged,
    deleted,
    failed,
    notAttempted,
  } satisfies typeof counts);
  const names: Readonly<Record<string, string>> = countNames;
  const facts = all
    .filter(([, n]) => n !== 0)
    .map(([name, n]): Fact => ({ name: names[name] ?? name, value: number(n), numeric: true }));
  if (facts.length === 0) return [];
  return [{ kind: 'facts', title: dryRun ? 'Records, if it had been real' : 'Records', facts }];
}

function importFacts({ importId, filename, site, schemas, createdDate, ranDate }: ImportFacts): Fact[] {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['name', filename],
    ['importId', importId],
    ['site', site.kind === 'demo' ? `${site.name} (demo)` : site.name],
    ['schemas', schemas.join(', ')],
    ['requested', time(createdDate)],
    ['ran', ranDate && time(ranDate)],
  ];
  return lines.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]));
}
