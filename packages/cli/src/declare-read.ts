import { readingSchema } from '@sluice/import-plan';
import { InvalidArgumentError, type Command } from 'commander';
import type { Invocation } from './invocation.ts';

export function declareRead(program: Command, found: (invocation: Invocation) => void): void {
  program
    .command('read')
    .description('write a sheet as it is understood, as clean CSV, without a network')
    .argument('<file>', 'the sheet; - reads it from stdin')
    .option('--delimiter <d>', 'between cells: , ; | or tab', readDelimiter)
    .option('--encoding <e>', 'utf-8, utf-16le, utf-16be or windows-1252', readEncoding)
    .option('--sheet-name <name>', 'of a workbook: which of its sheets')
    .option('--header-row <n>', 'the row with the names of the columns', Number)
    .action((file: string, options: unknown) =>
      found({ command: 'read', options: { file, reading: readingOf(options) } }),
    );
}

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
