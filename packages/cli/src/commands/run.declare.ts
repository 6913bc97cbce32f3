import { z } from 'zod';
import { saveResultOption } from '../shared-options.ts';
import type { Declare } from '../declare.ts';

const runSchema = z.object({
  result: z.string().optional(),
  original: z.string().optional(),
  plan: z.string().optional(),
});

export const declareRun: Declare = (program, found) => {
  program
    .command('run')
    .description('one run whole: counts, importIds, timeline, files')
    .argument('<id>', 'of the run')
    .option(...saveResultOption)
    .option('--plan <file>', 'save what it will do, row by row, where it is to be approved')
    .option('--original <file>', 'save the file as it was dropped, when its sha256 is that of the run')
    .action((runId: string, options: unknown) =>
      found({ command: 'run', options: { runId, ...runSchema.parse(options) } }),
    );
};
