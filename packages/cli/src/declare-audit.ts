import { Option, type Command } from 'commander';
import { z } from 'zod';
import type { Invocation } from './invocation.ts';
import { sinceExpected } from './since.ts';

const rangeSchema = z.object({ from: z.string().optional(), to: z.string().optional() });
const exportSchema = rangeSchema.extend({ as: z.enum(['csv', 'jsonl']).default('csv') });

export function declareAudit(program: Command, found: (invocation: Invocation) => void): void {
  const audit = program.command('audit').description('prove the history, or hand it to an auditor');
  withRange(audit.command('verify').description('find what is not as it was written')).action(
    (options: unknown) => found({ command: 'audit-verify', options: rangeSchema.parse(options) }),
  );
  withRange(audit.command('export').description('every event of every run, with what is known of the run'))
    .addOption(
      new Option('--as <form>', 'csv has a row an event, jsonl a line a run').choices(['csv', 'jsonl']),
    )
    .action((options: unknown) => found({ command: 'audit-export', options: exportSchema.parse(options) }));
}

function withRange(command: Command): Command {
  return command
    .option('--from <d>', `only runs that started since ${sinceExpected}`)
    .option('--to <d>', 'only runs that started before that');
}
