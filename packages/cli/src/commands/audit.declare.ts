import { Option, type Command } from 'commander';
import { z } from 'zod';
import type { Declare } from '../declare.ts';
import { sinceExpected } from '../io/since.ts';

const rangeSchema = z.object({ from: z.string().optional(), to: z.string().optional() });
const exportSchema = rangeSchema.extend({ as: z.enum(['csv', 'jsonl']).default('csv') });

export const declareAudit: Declare = (program, found) => {
  const audit = program.command('audit').description('verify the audit log, or export it');
  withRange(audit.command('verify').description('find what was changed after it was written')).action(
    (options: unknown) => found({ command: 'audit-verify', options: rangeSchema.parse(options) }),
  );
  withRange(audit.command('export').description('every event of every run, with the facts of the run'))
    .addOption(
      new Option('--as <form>', 'csv: a row per event; jsonl: a line per run').choices(['csv', 'jsonl']),
    )
    .action((options: unknown) => found({ command: 'audit-export', options: exportSchema.parse(options) }));
};

function withRange(command: Command): Command {
  return command
    .option('--from <d>', `only runs that started since ${sinceExpected}`)
    .option('--to <d>', 'only runs that started before then');
}
