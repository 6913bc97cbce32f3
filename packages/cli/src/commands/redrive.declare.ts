import type { Declare } from '../declare.ts';

export const declareRedrive: Declare = (program, found) => {
  program
    .command('redrive')
    .description('look through the dead letters: what still waits is queued again, the rest dropped')
    .action(() => found({ command: 'redrive', options: {} }));
};
