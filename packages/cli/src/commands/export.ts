import { randomBytes } from 'node:crypto';
import { isCustomizable, writeExport, type ExportTotals } from '@sluice/import-plan';
import type { Command } from '../command/command.ts';
import { checkFolder, optionsOf, schemaNamed } from '../files/inbox-key.ts';
import { planSettings } from '../files/plan-settings.ts';
import { spooledRecords } from '../files/spooled-records.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import { formatFor, type Pieces } from '../files/written-sheet.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { findSystem } from '../find/find-system.ts';
import { filtersOf, listRecords } from '../system/list-records.ts';

import { counted, printable } from '@sluice/contract/words';

interface ExportOptions {
  /** Where the sheet is saved; on stdout when absent. */
  readonly file?: string | undefined;
  readonly schema: string;
  readonly lookup: string;
  /** `field=value`. */
  readonly where: readonly string[];
}

interface Exported {
  readonly totals: ExportTotals;
  /** The sheet, unless it was saved. */
  readonly pieces?: Pieces;
}

/** Writes the records of the site as a sheet that can be edited and dropped again. */
async function exported(options: ExportOptions, services: Services): Promise<Exported> {
  const { file, schema: name, lookup, where } = options;
  const format = formatFor(file);
  if (file !== undefined) await checkTarget({ file, option: 'FILE', isNew: true }, services);
  checkFolder({ schema: name, lookup });
  const schema = schemaNamed(name);
  const filters = filtersOf(schema, where);
  const settings = await planSettings({ schema: name, lookup }, '', services);
  const system = await findSystem(services);
  const totals = { rows: 0, leftOut: 0, blank: 0 };
  const listed = listRecords({ schema, filters, system }, services);
  const found = isCustomizable(schema) ? await spooledRecords(listed) : { records: listed };
  const pieces = writeExport({
    source: { id: randomBytes(8).toString('hex'), target: system.serviceUrl() },
    ...{ settings, format, totals },
    ...found,
  });
  if (file === undefined) return { totals, pieces: thenSay(pieces, () => report(options, totals, services)) };
  await saveFile({ file, option: 'FILE' }, pieces, services);
  report(options, totals, services);
  return { totals };
}

async function* thenSay<T>(pieces: AsyncIterable<T>, say: () => void): AsyncGenerator<T> {
  yield* pieces;
  say();
}

function report({ file, schema, lookup }: ExportOptions, totals: ExportTotals, { voice }: Services): void {
  const { rows, leftOut, blank } = totals;
  const place = file === undefined ? '' : ` to ${printable(file)}`;
  voice.say(`Exported ${counted(rows, 'record')}${place}.`);
  if (leftOut > 0)
    voice.say(`${counted(leftOut, 'record')} without ${lookup} left out; --lookup id exports every record.`);
  if (blank > 0)
    voice.say(
      `${counted(blank, 'cell')} left blank, as no cell can hold the value; a drop keeps what is stored.`,
    );
  if (file !== undefined && rows > 0) {
    voice.say(`Edit it, then: ${commandLine('drop', file, ...optionsOf({ schema, lookup }))}`);
    voice.say(
      'Only the rows that you edit are written, unless somebody else has changed their records meanwhile.',
    );
    voice.say(
      'A cell that you empty keeps what is stored; to clear it, drop with a profile that has "blanks".',
    );
  }
}

export const command: Command<ExportOptions, Exported> = {
  run: exported,
  text: ({ totals, pieces }) => (pieces === undefined ? counted(totals.rows, 'record') : pieces),
  json: ({ totals, pieces }) => (pieces === undefined ? totals : pieces),
};
