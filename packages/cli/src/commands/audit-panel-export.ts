import type { AuditEvent } from '@sluice/data-access/audit';
import { safeCsvRow } from '@sluice/sheets';
import type * as z from 'zod';
import { actsWithin, readPanelAudit } from '../audit/panel-audit.ts';
import type { Command } from '../command/command.ts';
import type { Services } from '../io/services.ts';
import type { exportSchema } from './options.ts';
import { timesOf } from '../io/since.ts';

interface Exported {
  readonly as: z.infer<typeof exportSchema>['as'];
  readonly events: readonly AuditEvent[];
}

async function exportPanel(
  { as, from, to, url }: z.infer<typeof exportSchema>,
  services: Services,
): Promise<Exported> {
  const { events } = await readPanelAudit(url, services);
  return { as, events: actsWithin(events, timesOf({ from, to }, services)) };
}

const names = ['version', 'at', 'operation', 'type', 'by', 'from', 'requestId', 'data', 'hash'] as const;

const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

export const command: Command<z.infer<typeof exportSchema>, Exported> = {
  run: exportPanel,
  text: async function* ({ as, events }) {
    if (as === 'csv') yield safeCsvRow([...names]);
    for (const event of events)
      yield as === 'csv'
        ? safeCsvRow(names.map((name) => textOf(event[name])))
        : `${JSON.stringify(event)}\n`;
  },
  json: ({ events }) => events,
};
