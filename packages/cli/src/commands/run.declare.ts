import { z } from 'zod';
import { saveResultOption } from '../common-options.ts';
import type { Declare } from '../declare.ts';

const runSchema = z.object({
  result: z.string().optional(),
  original: z.string().optional(),
  plan: z.string().optional(),
});

export const declareRun: Declare = (program, found) => {
  program
    .command('run')
    .description('one run in full: counts, importIds, timeline, files')
    .argument('<id>', 'of the run')
    .option(...saveResultOption)
    .option('--plan <file>', 'save the plan that is to be approved, row by row')
    .option('--original <file>', 'save the dropped file, if its sha256 is the one that the run read')
    .action((runId: string, options: unknown) =>
      found({ command: 'run', options: { runId, ...runSchema.parse(options) } }),
    );
};
