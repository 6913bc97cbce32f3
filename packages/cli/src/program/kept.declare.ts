import type { Command } from 'commander';
import type { Declare } from './declare.ts';
import type { KeptKind } from '../files/kept-names.ts';
import type { KeptAct } from '../files/kept-settings.ts';

const does: Record<KeptAct, Record<KeptKind, string>> = {
  pause: {
    profile: 'reject drops in its folder until it is resumed',
    migration: 'let its schedule not start it until it is resumed',
  },
  resume: { profile: 'take drops in its folder again', migration: 'let its schedule start it again' },
  rm: {
    profile: 'remove it; drops in its folder are rejected',
    migration: 'remove it; the history of its starts stays',
  },
};

/** `pause`, `resume` and `rm` of what is kept by name. */
export function withKeptActs(command: Command, kind: KeptKind, found: Parameters<Declare>[1]): void {
  for (const act of ['pause', 'resume', 'rm'] as const)
    command
      .command(act)
      .description(does[act][kind])
      .argument('<name>', `of the ${kind}`)
      .action((name: string) => found({ command: 'kept', options: { kind, name, act } }));
}

export const declareProfiles: Declare = (program, found) => {
  const profiles = program
    .command('profiles')
    .description('list the saved profiles; pause, resume or remove one')
    .action(() => found({ command: 'profiles', options: {} }));
  withKeptActs(profiles, 'profile', found);
};
