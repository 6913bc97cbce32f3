import { readSchedule, type Schedule } from '@sluice/migrations/schedule';
import { LocalError } from '../local-error.ts';

/** The schedule of a template. @throws LocalError `template_unsupported` */
export function parseSchedule(expression: string, timeZone?: string): Schedule {
  const read = readSchedule(expression, timeZone);
  if (read.kind === 'schedule') return read.schedule;
  throw new LocalError(
    'template_unsupported',
    `The schedule ${expression} is not understood. Expected: ${read.expected}. Example: ${read.example}`,
  );
}
