import type { Command } from '../command/command.ts';
import type { Kept } from '../files/kept-names.ts';
import { actOnKept, type KeptAct, type KeptOutcome } from '../files/kept-settings.ts';
import { commandLine } from '../io/shell.ts';
import { printable } from '@sluice/contract/words';

type KeptOptions = Kept & { readonly act: KeptAct };

function text({ kind, name, act, isNew }: KeptOutcome): string {
  const shown = `The ${kind} ${printable(name)}`;
  if (act === 'rm')
    return kind === 'profile'
      ? `${shown} is removed. Drops in its folder are rejected.`
      : `${shown} is removed, and starts no more. The history of its starts stays.`;
  if (!isNew)
    return `${shown} ${act === 'pause' ? 'is paused already' : 'is not paused'}. Nothing was changed.`;
  if (act === 'resume') return `${shown} is resumed.`;
  const rest = kind === 'profile' ? 'Drops in its folder are rejected' : 'Its schedule does not start it';
  return `${shown} is paused. ${rest} until you resume it: ${commandLine(`${kind}s`, 'resume', name)}`;
}

/** Removes, pauses or resumes a profile or a migration. */
export const command: Command<KeptOptions, KeptOutcome> = {
  run: ({ kind, name, act }, services) => actOnKept({ kind, name }, act, services),
  text: (outcome) => [text(outcome)],
  json: ({ kind, name, act, isNew }) => ({ [kind]: name, act, changed: isNew }),
};
