import type { AuditFinding } from '@sluice/data-access/audit';
import type * as z from 'zod';
import { readPanelAudit } from '../audit/panel-audit.ts';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import type { Services } from '../io/services.ts';

import { counted, printable } from '@sluice/contract/words';
import type { rangeSchema } from './options.ts';

interface Verified {
  readonly ok: boolean;
  readonly events: number;
  readonly unfinished: readonly number[];
  readonly findings: readonly AuditFinding[];
}

async function verifyPanel(
  { from, to, url }: z.infer<typeof rangeSchema>,
  services: Services,
): Promise<Verified> {
  if (from !== undefined || to !== undefined)
    throw new CliError(
      'usage',
      'The audit log of the control panel is one chain. Expected --panel without --from and --to.',
    );
  const { events, findings, unfinished } = await readPanelAudit(url, services);
  return { ok: findings.length === 0, events: events.length, unfinished, findings };
}

function verifiedText({ events, unfinished, findings }: Verified): string {
  const checked = `${counted(events, 'event')} of the control panel`;
  const noEnd =
    unfinished.length === 0
      ? []
      : [`Without an end, since they are under way or the function died: ${unfinished.join(', ')}.`];
  if (findings.length === 0) return [`Nothing was altered: ${checked}.`, ...noEnd].join('\n');
  const lines = findings.map(({ event, expected, found }) =>
    printable(`  control panel, event ${event}: expected ${expected}; found ${found}`),
  );
  return [`TAMPERING FOUND in ${counted(findings.length, 'place')} (${checked}):`, ...lines, ...noEnd].join(
    '\n',
  );
}

export const command: Command<z.infer<typeof rangeSchema>, Verified> = {
  run: verifyPanel,
  text: verifiedText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
