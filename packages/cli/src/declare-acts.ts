import type { Choice } from '@sluice/ledger';
import { InvalidArgumentError, type Command } from 'commander';
import { z } from 'zod';
import { CliError } from './cli-error.ts';
import type { Invocation } from './invocation.ts';

type Found = (invocation: Invocation) => void;

/** What a person does to a run. */
export function declareActs(program: Command, found: Found): void {
  declareApprove(program, found);
  declareCancel(program, found);
  declareUndo(program, found);
  declareDecide(program, found);
}

/** Of every act on a run. */
const noWaitOption = ['--no-wait', 'do not wait for the end'] as const;
const waitSchema = z.object({ wait: z.boolean().default(true) });

const approveSchema = waitSchema.extend({ plan: z.string().optional() });

function declareApprove(program: Command, found: Found): void {
  program
    .command('approve')
    .description('let a run that waits for approval write what it has planned')
    .argument('<id>', 'of the run')
    .option(
      '--plan <hash>',
      'only this plan, by the first 8 digits of its hash or more, as the mail names it',
    )
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { plan, wait } = approveSchema.parse(options);
      found({ command: 'act', options: { runId, act: { name: 'approve', plan }, wait } });
    });
}

function declareCancel(program: Command, found: Found): void {
  program
    .command('cancel')
    .description('end a run where it stands: what was not sent is not sent any more')
    .argument('<id>', 'of the run')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) =>
      found({ command: 'act', options: { runId, act: { name: 'cancel' }, ...waitSchema.parse(options) } }),
    );
}

function declareUndo(program: Command, found: Found): void {
  program
    .command('undo')
    .description('put back what a run wrote, wherever nobody changed it since')
    .argument('<id>', 'of the run')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) =>
      found({ command: 'act', options: { runId, act: { name: 'undo' }, ...waitSchema.parse(options) } }),
    );
}

const decideSchema = waitSchema.extend({
  batch: z.int().optional(),
  attach: z.string().optional(),
  notApplied: z.boolean().default(false),
  sendAgain: z.boolean().default(false),
});

function declareDecide(program: Command, found: Found): void {
  program
    .command('decide')
    .description('say what became of a batch of which nobody knows, so that its run goes on')
    .argument('<id>', 'of the run')
    .option('--batch <n>', 'which one; all that are open when absent', readCount)
    .option('--attach <importId>', 'it became this import of the service')
    .option('--not-applied', 'the service did not take it: its rows were not attempted')
    .option('--send-again', 'send it once more, whatever became of it')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { batch, attach, notApplied, sendAgain, wait } = decideSchema.parse(options);
      const choice = choiceOf({ attach: attach !== undefined, notApplied, sendAgain });
      found({
        command: 'act',
        options: { runId, act: { name: 'decide', batch, choice, importId: attach }, wait },
      });
    });
}

function choiceOf(given: Record<Choice, boolean>): Choice {
  const named = (['attach', 'notApplied', 'sendAgain'] as const).filter((choice) => given[choice]);
  const [choice] = named;
  if (choice !== undefined && named.length === 1) return choice;
  throw new CliError(
    'usage',
    'What became of it? Expected one of --attach IMPORT_ID, --not-applied and --send-again.',
  );
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of a batch, from 1.');
}
