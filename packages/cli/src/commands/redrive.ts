import { inColumns, type Lines } from '../io/columns.ts';
import type { Command } from '../command/command.ts';
import { createHistory } from '../system/history.ts';
import type { RedrivenJson } from '../system/redrive-json.ts';
import { number, printable } from '@sluice/contract/words';

const words = { queuedAgain: 'queued again', dropped: 'discarded', kept: 'kept' } as const;

function redriveText({ counts, letters, more }: RedrivenJson): Lines {
  if (letters.length === 0) return ['No failed messages.'];
  const { queuedAgain, dropped, kept } = counts;
  const lines = letters.map(({ queue, outcome, runId = '', messageId, why }) => [
    queue,
    words[outcome],
    runId === '' ? `message ${printable(messageId)}` : `run ${printable(runId)}`,
    printable(why),
  ]);
  return [
    ...inColumns(lines),
    `${number(queuedAgain)} queued again, ${number(dropped)} discarded, ${number(kept)} kept.`,
    ...(more ? ['There may be more: run it again.'] : []),
  ];
}

/** Redrives the dead letters of the flow through the ledger. */
export const command: Command<object, RedrivenJson> = {
  run: (_options, services) => createHistory(services).redrive(),
  text: redriveText,
};
