import type { Declare } from '../declare.ts';

export const declareProfile: Declare = (program, found) => {
  program
    .command('profile')
    .description('save a profile for a folder of the inbox, after validating it')
    .argument('<file>', 'the profile: <name>.json')
    .action((file: string) => found({ command: 'profile', options: { file } }));
};
