import type { Checked } from './check.ts';
import type { Cleaned } from './clean.ts';

/** What the smoke found; `--json` saves it. */
export interface Report {
  readonly mark: string;
  readonly place: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly interrupted: boolean;
  readonly checks: readonly Checked[];
  readonly cleaned: Cleaned;
  /** What stays by design. */
  readonly stays: readonly string[];
}

const marks = { passed: 'ok  ', failed: 'FAIL', 'not checked': '-   ' } as const;

export function checkLine({ name, outcome, seconds, text }: Checked): string {
  const [first = '', ...more] = text.split('\n');
  const shown = outcome === 'passed' ? first : `${outcome === 'failed' ? '' : 'not checked: '}${first}`;
  const line = `${marks[outcome]}  ${name.padEnd(16)}  ${seconds.toFixed(1).padStart(6)} s  ${shown}`;
  return [line, ...more.map((words) => `      ${words}`)].join('\n');
}

const section = (head: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', head, ...lines.map((line) => `  ${line}`)];

export function reportText({ mark, checks, cleaned, stays, seconds, interrupted }: Report): string {
  const count = (outcome: Checked['outcome']) => checks.filter((one) => one.outcome === outcome).length;
  const sum = [
    `${count('passed')} of ${checks.length} checks passed`,
    `${count('failed')} failed`,
    `${count('not checked')} not checked`,
  ].join(', ');
  const lacks = checks.flatMap((one) => one.lacks ?? []);
  return [
    ...section('Removed:', cleaned.removed),
    ...section(`NOT REMOVED; the next smoke tries again, or look for ${mark}:`, cleaned.problems),
    ...section('Stays, by design:', stays),
    ...section('AWS does not allow you:', [...new Set([...lacks, ...cleaned.lacks])]),
    '',
    `${interrupted ? 'Interrupted. ' : ''}${sum}; ${Math.round(seconds)} s.`,
  ].join('\n');
}

/** 0 only if everything was checked, passed, and was removed. */
export function exitCode({
  checks,
  cleaned,
  interrupted,
}: Pick<Report, 'checks' | 'cleaned' | 'interrupted'>): number {
  if (interrupted) return 130;
  if (checks.some(({ outcome }) => outcome === 'failed') || cleaned.problems.length > 0) return 1;
  return checks.every(({ outcome }) => outcome === 'passed') ? 0 : 3;
}

/** What no operation of the flow or the service removes. */
export function whatStays(hasFlow: boolean, hasService: boolean): string[] {
  return [
    ...(hasFlow
      ? [
          'the history of these runs, in the ledger and its seals',
          'the dropped sheets and the files of these runs until their retention ends, and removed profiles as old versions',
          'the records of the drops as deleted ones, with invented names and addresses at example.com',
        ]
      : []),
    ...(hasService
      ? [
          'two demo sites, "Sluice smoke" and another, without records; disabled tokens, 6 documents and a form there',
        ]
      : []),
  ];
}
