import type { Choice } from '@sluice/ledger';
import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { Declare } from '../declare.ts';

/** An option of every act on a run. */
const noWaitOption = ['--no-wait', 'do not wait for the end'] as const;
const waitSchema = z.object({ wait: z.boolean().default(true) });

const approveSchema = waitSchema.extend({ plan: z.string().optional() });

const declareApprove: Declare = (program, found) => {
  program
    .command('approve')
    .description('approve the plan of a run, so that it writes it')
    .argument('<id>', 'of the run')
    .option('--plan <hash>', 'only this plan: at least the first 8 digits of its hash, as in the mail')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { plan, wait } = approveSchema.parse(options);
      found({ command: 'act', options: { runId, act: { name: 'approve', plan }, wait } });
    });
};

const declareCancel: Declare = (program, found) => {
  program
    .command('cancel')
    .description('stop a run: batches that were not sent are not sent any more')
    .argument('<id>', 'of the run')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) =>
      found({ command: 'act', options: { runId, act: { name: 'cancel' }, ...waitSchema.parse(options) } }),
    );
};

const declareUndo: Declare = (program, found) => {
  program
    .command('undo')
    .description('restore the records that a run changed, unless somebody changed them since')
    .argument('<id>', 'of the run')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) =>
      found({ command: 'act', options: { runId, act: { name: 'undo' }, ...waitSchema.parse(options) } }),
    );
};

const decideSchema = waitSchema.extend({
  batch: z.int().optional(),
  attach: z.string().optional(),
  notApplied: z.boolean().default(false),
  sendAgain: z.boolean().default(false),
});

const declareDecide: Declare = (program, found) => {
  program
    .command('decide')
    .description('resolve a batch whose outcome is unknown')
    .argument('<id>', 'of the run')
    .option('--batch <n>', 'the batch; all unresolved ones when absent', readCount)
    .option('--attach <importId>', 'the service ran it as this import')
    .option('--not-applied', 'the service did not run it: its rows count as not attempted')
    .option('--send-again', 'send it once more')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { batch, attach, notApplied, sendAgain, wait } = decideSchema.parse(options);
      const choice = choiceOf({ attach: attach !== undefined, notApplied, sendAgain });
      found({
        command: 'act',
        options: { runId, act: { name: 'decide', batch, choice, importId: attach }, wait },
      });
    });
};

function choiceOf(given: Record<Choice, boolean>): Choice {
  const named = (['attach', 'notApplied', 'sendAgain'] as const).filter((choice) => given[choice]);
  const [choice] = named;
  if (choice !== undefined && named.length === 1) return choice;
  throw new CliError(
    'usage',
    'What happened to it? Expected one of --attach IMPORT_ID, --not-applied and --send-again.',
  );
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of a batch, from 1.');
}

/** What a person does to a run. */
export const declareActs: Declare = (program, found) => {
  declareApprove(program, found);
  declareCancel(program, found);
  declareUndo(program, found);
  declareDecide(program, found);
};
