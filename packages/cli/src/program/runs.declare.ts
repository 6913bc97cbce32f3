import type { Choice } from '@sluice/ledger';
import { runStatuses } from '@sluice/ledger/run-schemas';
import { Option, InvalidArgumentError, type Command } from 'commander';
import * as z from 'zod';
import { CliError } from '../io/cli-error.ts';
import { panelUrlOption, saveResultOption, siteOption } from '../command/common-options.ts';
import type { Declare } from './declare.ts';
import {
  changesSchema,
  eraseSchema,
  exportSchema,
  historySchema,
  rangeSchema,
  runSchema,
  runsSchema,
} from '../commands/options.ts';
import { sinceExpected } from '../io/since.ts';
import { commandLine } from '../io/shell.ts';

export const declareRuns: Declare = (program, found) => {
  program
    .command('runs')
    .description(
      'the import history: the newest 100 runs, newest first; --status awaiting_approval: what to approve',
    )
    .option('--since <d>', `only runs that started since ${sinceExpected}`)
    .option('--until <d>', 'only runs that started before then; same forms as --since')
    .addOption(new Option('--status <s>', 'only runs with this status').choices(runStatuses))
    .option('--schema <s>', 'only runs of this schema')
    .option('--dropper <id>', 'only what this person dropped, as a run shows it')
    .option('--hash <fingerprint>', 'only runs of a file with these bytes, as `run --details` shows it')
    .option('--import <importId>', 'only the run of this import')
    .option('--all', 'every run, not only the newest 100')
    .action((options: unknown) => found({ command: 'runs', options: runsSchema.parse(options) }));
};

/** A command about one run. */
const ofRun = (program: Command, name: string, does: string): Command =>
  program.command(name).description(does).argument('<id>', 'of the run, or its beginning');

export const declareRun: Declare = (program, found) => {
  ofRun(program, 'run', 'what happened to a run, the plan that waits for approval, and what to do next')
    .option('--details', 'also how the file was read, each batch with its importId, and the timeline')
    .option(...saveResultOption)
    .option('--plan <file>', 'save the plan to approve, row by row')
    .option('--original <file>', 'save the dropped file, if it has the bytes that the run read')
    .action((runId: string, options: unknown) =>
      found({ command: 'run', options: { runId, ...runSchema.parse(options) } }),
    );
};

export const declareWatch: Declare = (program, found) => {
  program
    .command('watch')
    .description('follow a run, or a start of a migration, to its end; from any terminal, at any time')
    .argument('<id>', 'of the run or of the start, or its beginning')
    .action((id: string) => found({ command: 'watch', options: { id } }));
};

/** Every act on a run has this option. */
const noWaitOption = ['--no-wait', 'do not wait for the end'] as const;
const waitSchema = z.object({ wait: z.boolean().default(true) });

const approveSchema = waitSchema.extend({ plan: z.string().optional() });

const declareApprove: Declare = (program, found) => {
  ofRun(
    program,
    'approve',
    'approve the plan of a run, which is written then; `run` shows the plan and the whole command',
  )
    .option('--plan <hash>', 'the plan that you have read: at least the first 8 digits of its hash; required')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { plan, wait } = approveSchema.parse(options);
      if (plan === undefined) throw new CliError('usage', planNeeded(runId));
      found({ command: 'act', options: { runId, act: { name: 'approve', plan }, wait } });
    });
};

function planNeeded(runId: string): string {
  const [run, save] = [commandLine('run', runId), commandLine('run', runId, '--plan', 'plan.csv')];
  return `Which plan do you approve? Expected --plan with its hash. Read the plan: \`${run}\` shows it with its hash and the whole command, and \`${save}\` saves every row.`;
}

const declareCancel: Declare = (program, found) => {
  ofRun(program, 'cancel', 'stop a run: batches that were not sent are not sent any more')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) =>
      found({ command: 'act', options: { runId, act: { name: 'cancel' }, ...waitSchema.parse(options) } }),
    );
};

const undoSchema = waitSchema.extend({ report: z.string().optional() });

const declareUndo: Declare = (program, found) => {
  ofRun(program, 'undo', 'restore the records that a run changed, unless somebody changed them since')
    .option(
      '--report <file>',
      'save the report of every record; a run that was undone before is not undone again',
    )
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { wait, report } = undoSchema.parse(options);
      if (!wait && report !== undefined)
        throw new CliError(
          'usage',
          'With --no-wait there is no report yet. Expected --report or --no-wait, not both.',
        );
      found({ command: 'act', options: { runId, act: { name: 'undo' }, wait, report } });
    });
};

const decideSchema = waitSchema.extend({
  batch: z.int().optional(),
  attach: z.string().optional(),
  landed: z.boolean().default(false),
  notApplied: z.boolean().default(false),
  sendAgain: z.boolean().default(false),
});

const declareDecide: Declare = (program, found) => {
  ofRun(program, 'decide', 'resolve a batch whose outcome is unknown')
    .option('--batch <n>', 'the batch; all unresolved ones when absent', readCount)
    .option('--attach <importId>', 'the service ran it as this import')
    .option('--landed', 'its rows are in the records: they count as written')
    .option('--not-applied', 'its rows are not there: they count as not attempted')
    .option('--send-again', 'send it once more, over what others changed since')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) => {
      const { batch, attach, landed, notApplied, sendAgain, wait } = decideSchema.parse(options);
      const choice = choiceOf({ attach: attach !== undefined, landed, notApplied, sendAgain });
      found({
        command: 'act',
        options: { runId, act: { name: 'decide', batch, choice, importId: attach }, wait },
      });
    });
};

function choiceOf(given: Record<Choice, boolean>): Choice {
  const named = (['attach', 'landed', 'notApplied', 'sendAgain'] as const).filter((choice) => given[choice]);
  const [choice] = named;
  if (choice !== undefined && named.length === 1) return choice;
  throw new CliError(
    'usage',
    'What happened to it? Expected one of --attach IMPORT_ID, --landed, --not-applied and --send-again.',
  );
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of a batch, from 1.');
}

const acceptSchema = waitSchema.extend({ profile: z.string().optional() });

/** Not an act on the run: it saves a profile, and begins another run. */
const declareAccept: Declare = (program, found) => {
  ofRun(
    program,
    'accept',
    'save the profile that a run proposes for its columns, and import its file with it',
  )
    .option('--profile <name>', 'the name of the new profile, for a run without one')
    .option(...noWaitOption)
    .action((runId: string, options: unknown) =>
      found({ command: 'accept', options: { runId, ...acceptSchema.parse(options) } }),
    );
};

/** The acts of a person on a run. */
export const declareActs: Declare = (program, found) => {
  declareAccept(program, found);
  declareApprove(program, found);
  declareCancel(program, found);
  declareUndo(program, found);
  declareDecide(program, found);
};

export const declareRedrive: Declare = (program, found) => {
  program
    .command('redrive')
    .description('retry failed messages that still matter; discard the rest')
    .action(() => found({ command: 'redrive', options: {} }));
};

export const declareErase: Declare = (program, found) => {
  program
    .command('erase')
    .description('erase the values of one record from all that is kept of ended runs and imports')
    .requiredOption('--record <value>', 'a value that identifies the record, such as its e-mail address')
    .option('--dry-run', 'only list what would be erased')
    .option(...siteOption)
    .option(...panelUrlOption)
    .action((options: unknown) => found({ command: 'erase', options: eraseSchema.parse(options) }));
};

export const declareHistory: Declare = (program, found) => {
  program
    .command('history')
    .description(
      'who changed a record, when, from what to what, and whether it was undone; deleted records too',
    )
    .argument('<kind>', 'the schema of the record, for example client')
    .argument(
      '<record>',
      'its e-mail address, name, phone, number, username, id or another value that finds it',
    )
    .option(...siteOption)
    .option(...panelUrlOption)
    .action((kind: string, record: string, options: unknown) =>
      found({ command: 'history', options: { kind, record, ...historySchema.parse(options) } }),
    );
};

export const declareAudit: Declare = (program, found) => {
  const audit = program
    .command('audit')
    .description('verify the audit log, export it, or list what imports changed');
  withRange(audit.command('verify').description('find what was changed after it was written'))
    .option(...siteOption)
    .action((given: unknown) => {
      const options = rangeSchema.parse(given);
      found({ command: options.panel ? 'audit-panel-verify' : 'audit-verify', options });
    });
  declareChanges(audit, found);
  withRange(
    audit.command('export').description('every event of every run, migration and act in the control panel'),
  )
    .addOption(asOption('csv: a row per event; jsonl: a line per run'))
    .action((given: unknown) => {
      const options = exportSchema.parse(given);
      found({ command: options.panel ? 'audit-panel-export' : 'audit-export', options });
    });
};

const asOption = (what: string): Option => new Option('--as <form>', what).choices(['csv', 'jsonl']);

const declareChanges: Declare = (audit, found) => {
  audit
    .command('changes')
    .description('each field that imports changed in a time, from what to what, by whom, and who undid it')
    .requiredOption('--since <d>', `what was written or undone since ${sinceExpected}`)
    .option('--until <d>', 'what was written or undone before then')
    .option('--schema <s>', 'only records of this schema; client and professional are one')
    .addOption(asOption('csv: a row per field; jsonl: a line per field'))
    .option(...siteOption)
    .option(...panelUrlOption)
    .action((options: unknown) => found({ command: 'audit-changes', options: changesSchema.parse(options) }));
};

function withRange(command: Command): Command {
  return command
    .option('--from <d>', `only runs that started since ${sinceExpected}`)
    .option('--to <d>', 'only runs that started before then')
    .option(
      '--panel',
      'the audit log of the service, instead of that of the runs: acts of operators, and calls that wrote records',
    )
    .option(...panelUrlOption);
}
