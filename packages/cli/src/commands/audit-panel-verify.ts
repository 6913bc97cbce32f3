import type { AuditFinding, WritesCount } from '@sluice/data-access/audit';
import type * as z from 'zod';
import { verifyPanelAudit } from '../audit/panel-audit.ts';
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
  readonly writes: WritesCount;
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
  const { events, findings, unfinished, writes } = await verifyPanelAudit(url, services);
  return { ok: findings.length === 0, events: events.length, unfinished, findings, writes };
}

function verifiedText({ events, unfinished, findings, writes }: Verified): string {
  const checked = `${counted(events, 'event')} of the control panel`;
  const more = [
    ...writesText(writes),
    ...(unfinished.length === 0
      ? []
      : [`Without an end, since they are under way or the function died: ${unfinished.join(', ')}.`]),
  ];
  if (findings.length === 0) return [`Nothing was altered: ${checked}.`, ...more].join('\n');
  const lines = findings.map(({ event, expected, found }) =>
    printable(`  control panel, event ${event}: expected ${expected}; found ${found}`),
  );
  return [`TAMPERING FOUND in ${counted(findings.length, 'place')} (${checked}):`, ...lines, ...more].join(
    '\n',
  );
}

/** A line about the calls that wrote records and were no imports, if there are any. */
function writesText({
  covered,
  erasedRows,
  gone,
  waiting,
  notWritten,
  untold,
  notCovered,
}: WritesCount): string[] {
  if (covered + gone + waiting + notWritten + untold + notCovered === 0) return [];
  const parts = [
    `${counted(covered, 'call')} as the log has them`,
    ...(erasedRows > 0 ? [`${counted(erasedRows, 'row')} erased`] : []),
    ...(gone > 0 ? [`${counted(gone, 'call')} no longer stored`] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'call')} too new`] : []),
    ...(untold > 0 ? [`${counted(untold, 'call')} of which nothing tells whether it wrote`] : []),
    ...(notWritten > 0 ? [`${counted(notWritten, 'call')} that failed and wrote nothing`] : []),
    ...(notCovered > 0 ? [`${counted(notCovered, 'call')} of an earlier release not covered`] : []),
  ];
  return [`Values: ${parts.join(', ')}.`];
}

export const command: Command<z.infer<typeof rangeSchema>, Verified> = {
  run: verifyPanel,
  text: verifiedText,
  exit: ({ ok }) => (ok ? 'ok' : 'failed'),
};
