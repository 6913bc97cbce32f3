import type { Command } from 'commander';
import { z } from 'zod';
import type { Invocation } from './invocation.ts';

const historySchema = z.object({ site: z.string().optional(), url: z.string().optional() });

export function declareHistory(program: Command, found: (invocation: Invocation) => void): void {
  program
    .command('history')
    .description('which imports touched a record, and the runs that sent them; deleted records too')
    .argument('<kind>', 'its schema, for example client')
    .argument('<id>', 'of the record')
    .option('--site <site>', "its name or id; the site of the running system's token when absent")
    .option('--url <url>', 'of a control panel on AWS; SLUICE_CONTROL_URL, or the running system when absent')
    .action((kind: string, id: string, options: unknown) =>
      found({ command: 'history', options: { kind, id, ...historySchema.parse(options) } }),
    );
}
