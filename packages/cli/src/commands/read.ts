import { understood, type Settings } from '@sluice/import-plan';
import { csvLine, openSheet, SheetError, type Sheet, type SheetRow } from '@sluice/sheets';
import { CliError } from '../io/cli-error.ts';

import type { Command } from '../command/command.ts';
import { counted, printable } from '@sluice/contract/words';
import type { Services } from '../io/services.ts';
import { fileSource, givenFile } from '../files/source-file.ts';
import { problemText } from '../views/problem-text.ts';

interface ReadOptions {
  /** `-` is stdin. */
  readonly file: string;
  readonly reading: Settings['reading'];
}

/** A sheet whose rows can be read once, each as it comes. */
interface ReadTable {
  readonly sheet: Sheet;
  /** Every row of the file. Where nothing more can be read they end, and the problem is reported. */
  readonly rows: AsyncIterable<readonly SheetRow[]>;
  /** How many rows were given so far. */
  readonly given: () => number;
}

/** Opens a sheet to write every row of it. A row with a problem is reported, and read as well as possible. */
async function read({ file, reading }: ReadOptions, services: Services): Promise<ReadTable> {
  const given = await givenFile(file, services);
  const reporter = createReporter(printable(given.name), services);
  try {
    const sheet = await openSheet(fileSource(given), { ...reading, onProblem: reporter.problem });
    return { sheet, rows: everyRow(sheet, { reporter, leave: given.leave }), given: reporter.rows };
  } catch (error) {
    await given.leave();
    if (!(error instanceof SheetError)) throw error;
    throw new CliError('failed', `${printable(given.name)}: ${problemText(error)}`, { cause: error });
  }
}

/** How many problems are reported: a broken file may have one in each row. */
const problemsReported = 1000;

function createReporter(name: string, { voice }: Services) {
  let [problems, rows] = [0, 0];
  return {
    rows: () => rows,
    count: (more: number): void => {
      rows += more;
    },
    problem: (error: SheetError): void => {
      problems += 1;
      if (problems <= problemsReported) voice.say(`${name}: ${problemText(error)}`);
    },
    end: ({ facts }: Sheet): void => {
      if (problems > problemsReported)
        voice.say(`${name}: and ${counted(problems - problemsReported, 'more problem')}`);
      voice.say(`${name}: ${understood(facts)} ${counted(rows, 'row')}.`);
      for (const note of facts.notes) voice.say(`${name}: ${note}`);
    },
  };
}

interface Reporting {
  readonly reporter: ReturnType<typeof createReporter>;
  readonly leave: () => Promise<void>;
}

async function* everyRow(sheet: Sheet, { reporter, leave }: Reporting): AsyncGenerator<readonly SheetRow[]> {
  try {
    // JSON lines name their columns in each line; a table has them once.
    if (sheet.facts.headerRow === 0) yield [{ number: 0, cells: sheet.facts.header }];
    for await (const rows of sheet.rows) {
      reporter.count(rows.length);
      yield rows;
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    reporter.problem(error);
  } finally {
    await leave();
  }
  reporter.end(sheet);
}

/** RFC 4180 in UTF-8: commas, and CR LF after every row. */
async function* csvOf({ rows }: ReadTable): AsyncGenerator<string> {
  for await (const chunk of rows) yield chunk.map(({ cells }) => `${csvLine(cells, ',')}\r\n`).join('');
}

/** A line for each row. */
async function* jsonLinesOf({ rows }: ReadTable): AsyncGenerator<string> {
  for await (const chunk of rows)
    yield chunk.map(({ number, cells }) => `${JSON.stringify({ row: number, cells })}\n`).join('');
}

export const command: Command<ReadOptions, ReadTable> = {
  run: read,
  text: csvOf,
  json: jsonLinesOf,
  exit: ({ given }) => (given() > 0 ? 'ok' : 'failed'),
};
