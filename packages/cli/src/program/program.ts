import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { declareProfiles } from './kept.declare.ts';
import { declarePeople } from './people.declare.ts';
import { declareCosts } from './costs.declare.ts';
import {
  declareRuns,
  declareRun,
  declareWatch,
  declareActs,
  declareRedrive,
  declareErase,
  declareHistory,
  declareAudit,
} from './runs.declare.ts';
import {
  declarePlan,
  declareTemplate,
  declareExport,
  declareRead,
  declareProfile,
  declareDrop,
} from './sheets.declare.ts';
import {
  declareConsole,
  declareLocal,
  declareMigrations,
  declareCall,
  declareControl,
  declareCompletion,
  declareDoctor,
} from './system.declare.ts';
import type { Invocation } from '../commands/index.ts';
import { exitCodesHelp } from '../io/exit-codes.ts';

/** In the order of the help. */
const declarations = [
  declareLocal,
  declareConsole,
  declarePeople,
  declarePlan,
  declareTemplate,
  declareExport,
  declareRead,
  declareProfile,
  declareProfiles,
  declareDrop,
  declareRuns,
  declareRun,
  declareWatch,
  declareCosts,
  declareActs,
  declareRedrive,
  declareErase,
  declareMigrations,
  declareCall,
  declareControl,
  declareAudit,
  declareHistory,
  declareDoctor,
  declareCompletion,
];

/** Declares the command line: commands go to `found`, help to `print`, and commander's errors are thrown. */
export function declareProgram(
  print: (text: string) => void,
  found: (invocation: Invocation) => void,
): Command {
  const program = new Command('sluice')
    .description('Drop a spreadsheet, and every row lands in the records or comes back with the reason.')
    .addOption(
      new Option('--format <format>', 'of the data on stdout').choices(['text', 'json']).default('text'),
    )
    .option(
      '--stack <name>',
      'of the flow on AWS to work on, such as BulkImportStack; SLUICE_STACK when absent',
    )
    .option('--region <region>', 'of that stack; AWS_REGION or that of the profile when absent')
    .option('--aws-profile <profile>', 'whose credentials are used; AWS_PROFILE when absent')
    .option('--no-color', 'without colours, as NO_COLOR in the environment; files and pipes never have any')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .version(manifest.version, '--version', 'print the version of Sluice')
    .addHelpText('afterAll', `\n${exitCodesHelp()}`)
    .exitOverride();
  for (const declare of declarations) declare(program, found);
  return program;
}
