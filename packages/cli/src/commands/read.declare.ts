import { readingSchema } from '@sluice/import-plan';
import { InvalidArgumentError } from 'commander';
import type { Declare } from '../declare.ts';

export const declareRead: Declare = (program, found) => {
  program
    .command('read')
    .description('write a sheet as clean CSV, as Sluice reads it, without a network')
    .argument('<file>', 'the sheet; - reads it from stdin')
    .option('--delimiter <d>', 'between cells: , ; | or tab', readDelimiter)
    .option('--encoding <e>', 'utf-8, utf-16le, utf-16be or windows-1252', readEncoding)
    .option('--sheet-name <name>', 'the sheet of a workbook')
    .option('--header-row <n>', 'the number of the header row', Number)
    .action((file: string, options: unknown) =>
      found({ command: 'read', options: { file, reading: readingOf(options) } }),
    );
};

function readDelimiter(text: string) {
  const found = readingSchema.shape.delimiter.safeParse(text === 'tab' ? '\t' : text);
  if (found.success) return found.data;
  throw new InvalidArgumentError('Expected one of: , ; | tab.');
}

function readEncoding(text: string) {
  const found = readingSchema.shape.encoding.safeParse(text);
  if (found.success) return found.data;
  throw new InvalidArgumentError('Expected one of: utf-8, utf-16le, utf-16be, windows-1252.');
}

function readingOf(options: unknown) {
  const found = readingSchema.safeParse(options);
  if (found.success) return found.data;
  throw new InvalidArgumentError('--header-row: expected the number of a row, from 1.');
}
