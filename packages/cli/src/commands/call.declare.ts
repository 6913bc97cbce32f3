import { bodyOption, bodySchema } from '../common-options.ts';
import type { Declare } from '../declare.ts';

export const declareCall: Declare = (program, found) => {
  program
    .command('call')
    .description('call one operation of the interface, and print the whole answer')
    .argument('<operation>', 'for example getUsers')
    .argument('[json]', 'the body of the request; - reads it from stdin')
    .option(...bodyOption)
    .action((operation: string, json: string | undefined, options: unknown) =>
      found({ command: 'call', options: { operation, json, ...bodySchema.parse(options) } }),
    );
};
