import { runStatuses } from '@sluice/ledger';
import { Option } from 'commander';
import { z } from 'zod';
import { sinceExpected } from '../io/since.ts';
import type { Declare } from '../declare.ts';

const runsSchema = z.object({
  since: z.string().optional(),
  until: z.string().optional(),
  schema: z.string().optional(),
  dropper: z.string().optional(),
  hash: z.string().optional(),
  import: z.string().optional(),
  status: z.enum(runStatuses).optional(),
  all: z.boolean().default(false),
});

export const declareRuns: Declare = (program, found) => {
  program
    .command('runs')
    .description('the import history: the newest 100 runs, newest first')
    .option('--since <d>', `only runs that started since ${sinceExpected}`)
    .option('--until <d>', 'only runs that started before then; same forms as --since')
    .addOption(new Option('--status <s>', 'only runs with this status').choices(runStatuses))
    .option('--schema <s>', 'only runs of this schema')
    .option('--dropper <id>', 'only what this person dropped, as a run shows it')
    .option('--hash <sha256>', 'only runs of a file with these bytes')
    .option('--import <importId>', 'only the run of this import')
    .option('--all', 'every run, not only the newest 100')
    .action((options: unknown) => found({ command: 'runs', options: runsSchema.parse(options) }));
};
