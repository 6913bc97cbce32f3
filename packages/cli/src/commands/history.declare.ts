import { z } from 'zod';
import type { Declare } from '../declare.ts';

const historySchema = z.object({ site: z.string().optional(), url: z.string().optional() });

export const declareHistory: Declare = (program, found) => {
  program
    .command('history')
    .description('list the imports that changed a record and the runs that sent them; deleted records too')
    .argument('<kind>', 'the schema of the record, for example client')
    .argument('<id>', 'of the record')
    .option('--site <site>', "its name or id; the site of the running system's token when absent")
    .option('--url <url>', 'of a control panel on AWS; SLUICE_CONTROL_URL, or the running system when absent')
    .action((kind: string, id: string, options: unknown) =>
      found({ command: 'history', options: { kind, id, ...historySchema.parse(options) } }),
    );
};
