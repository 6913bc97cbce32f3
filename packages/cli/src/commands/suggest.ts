import { importableSchemas, type ImportSchema } from '@sluice/contract';
import { isKnownName, propose, sampleOf, type Proposal } from '@sluice/import-plan/suggest';
import { proposalLines } from '@sluice/import-plan/proposal-lines';
import { openSheet, SheetError } from '@sluice/sheets';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { schemaNamed } from '../files/inbox-key.ts';
import { fileSource, sourceFile } from '../files/source-file.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { problemText } from '../views/problem-text.ts';
import { printable } from '@sluice/contract/words';

interface SuggestOptions {
  readonly file: string;
  readonly schema?: string | undefined;
  readonly lookup?: string | undefined;
}

/** Proposes a profile for a sheet, and says on stderr why each column is where it is. */
async function suggest({ file, schema, lookup }: SuggestOptions, services: Services): Promise<Proposal> {
  const asked = schema === undefined ? undefined : schemaNamed(schema);
  const source = await sourceFile(services.cwd, file);
  try {
    const sample = await sampleOf((headerRow) =>
      openSheet(fileSource(source), headerRow === undefined ? { knows: isKnownName } : { headerRow }),
    );
    const proposal = propose({ ...sample, schema: asked, lookup }, importableSchemas);
    if (proposal === undefined) throw new CliError('failed', `${printable(file)}: ${nothing(asked, lookup)}`);
    for (const line of proposalLines(proposal)) services.voice.say(printable(line));
    const next = commandLine('plan', file, '--profile', 'NAME.json', '--records', '10');
    services.voice.say(`Check it, save it as NAME.json, and try it: ${next}`);
    return proposal;
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    throw new CliError('failed', `${printable(file)}: ${problemText(error)}`, { cause: error });
  }
}

function nothing(schema: ImportSchema | undefined, lookup: string | undefined): string {
  const records = schema === undefined ? 'records' : `a ${schema.name}`;
  return `no column seems to be ${lookup === undefined ? `one by which ${records} can be found` : printable(lookup)}. Is the header row there? Expected names such as E-mail, Name or Account number.`;
}

export const command: Command<SuggestOptions, Proposal> = {
  run: suggest,
  text: ({ profile }) => JSON.stringify(profile, null, 2),
  json: ({ profile }) => profile,
};
