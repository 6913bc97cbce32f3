import * as z from 'zod';
import type { Check } from '../check.ts';
import { beganAt } from '../mark.ts';
import { ask, expect, type Smoke } from '../smoke.ts';

const verifiedSchema = z.looseObject({
  ok: z.boolean(),
  runs: z.int().optional(),
  events: z.int().optional(),
  findings: z.array(z.unknown()),
});

async function verified({ sluice }: Smoke, argv: readonly string[]): Promise<z.infer<typeof verifiedSchema>> {
  const found = await ask(sluice, ['audit', 'verify', ...argv], { schema: verifiedSchema, exits: [0, 1] });
  expect(found.ok, `Expected that nothing was altered; found ${JSON.stringify(found.findings)}`);
  return found;
}

export const auditLog: Check = {
  name: 'audit log',
  limit: 90,
  half: 'flow',
  permissions: ['execute-api:Invoke on GET /runs, GET /runs/*, GET /seals and GET /seals/* of the history'],
  run: async (smoke) => {
    const { runs = 0, events = 0 } = await verified(smoke, ['--from', beganAt(smoke.mark).toISOString()]);
    expect(runs > 0, 'Expected the runs of the smoke in the audit log; it has none');
    return `${runs} runs with ${events} events, and nothing was altered`;
  },
};

export const panelLog: Check = {
  name: 'log of the panel',
  limit: 90,
  half: 'service',
  permissions: [
    'execute-api:Invoke on POST /control/listAuditEvents, listSites and listWrites of the service',
  ],
  run: async (smoke) => {
    const { events = 0 } = await verified(smoke, ['--panel', ...smoke.panel]);
    return `${events} events, and nothing was altered`;
  },
};
