import type { Declare } from '../declare.ts';

export const declareRedrive: Declare = (program, found) => {
  program
    .command('redrive')
    .description('retry failed messages that still matter; discard the rest')
    .action(() => found({ command: 'redrive', options: {} }));
};
