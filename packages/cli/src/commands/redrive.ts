import { inColumns, printable } from '../columns.ts';
import type { Command } from '../command.ts';
import { createHistory } from '../history.ts';
import type { RedrivenJson } from '../redriven-json.ts';
import { numberText } from '../run-text.ts';
import type { Services } from '../services.ts';

export type RedriveOptions = object;

/** Redrives the dead letters of the flow through the ledger. */
export function redrive(_options: RedriveOptions, services: Services): Promise<RedrivenJson> {
  return createHistory(services).redrive();
}

const words = { queuedAgain: 'queued again', dropped: 'dropped', kept: 'kept' } as const;

export function redriveText({ counts, letters, more }: RedrivenJson): string {
  if (letters.length === 0) return 'No dead letters.';
  const { queuedAgain, dropped, kept } = counts;
  const lines = letters.map(({ queue, outcome, runId = '', messageId, why }) => [
    queue,
    words[outcome],
    runId === '' ? `message ${printable(messageId)}` : `run ${printable(runId)}`,
    printable(why),
  ]);
  return [
    ...inColumns(lines),
    `${numberText(queuedAgain)} queued again, ${numberText(dropped)} dropped, ${numberText(kept)} kept.`,
    ...(more ? ['There may be more: say it again.'] : []),
  ].join('\n');
}

export const command: Command<RedriveOptions, RedrivenJson> = {
  run: redrive,
  text: redriveText,
  json: (redriven) => redriven,
  exit: () => 'ok',
};
