import type { Declare } from './declare.ts';
import { sinceExpected } from '../io/since.ts';
import { costsSchema } from '../commands/options.ts';

export const declareCosts: Declare = (program, found) => {
  program
    .command('costs')
    .description('what runs cost on AWS, by month: this month and the one before')
    .option('--since <d>', `runs that started since ${sinceExpected}`)
    .option('--until <d>', 'only runs that started before then; same forms as --since')
    .action((options: unknown) => found({ command: 'costs', options: costsSchema.parse(options) }));
};
