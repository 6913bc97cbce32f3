import { countsOf, identityHolds, type Ledger, type Run } from '@sluice/ledger';
import type { Files } from '../ports.ts';

/** What a story looks at. */
export function viewsOf(ledger: Ledger, files: Pick<Files, 'get'>) {
  async function runOf(runId: string): Promise<Run> {
    const run = await ledger.run(runId);
    if (run === undefined) throw new Error('no such run');
    return run;
  }

  async function countsFor(runId: string) {
    const counts = countsOf(await runOf(runId), await ledger.submissions(runId));
    if (!identityHolds(counts)) throw new Error(`The identity is broken: ${JSON.stringify(counts)}`);
    return counts;
  }

  async function resultOf(runId: string): Promise<string[]> {
    const { resultKey } = await runOf(runId);
    const text = resultKey === undefined ? undefined : await files.get(resultKey);
    return (
      text
        ?.replace(/^\uFEFF/u, '')
        .split(/\r?\n/u)
        .filter((line) => line !== '')
        // Every cell is quoted.
        .map((line) => line.slice(1, -1).replaceAll('","', ',')) ?? []
    );
  }

  return { runOf, countsFor, resultOf };
}
