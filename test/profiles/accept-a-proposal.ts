import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runsOf } from '../approval/approve-a-change.ts';
import type { RunningSystem } from '../running-system.ts';

const contacts = fileURLToPath(
  new URL('../../packages/import-plan/layouts/samples/salesforce-contacts.csv', import.meta.url),
);

export function acceptingAProposal(system: RunningSystem): void {
  const sluice = runsOf(system);

  it('an export lands whole with the profile that its run proposed', async () => {
    const stopped = await sluice('drop', contacts, '--schema', 'client', '--lookup', 'email');
    expect(stopped).toMatchObject({
      status: 3,
      run: { status: 'rejected', proposal: { layout: 'Salesforce contacts' } },
    });
    const { runId } = stopped.run;
    const accepted = await sluice('accept', runId);
    expect(accepted).toMatchObject({
      status: 0,
      run: { status: 'succeeded', profile: 'salesforce-contacts', corrects: runId, counts: { created: 3 } },
    });
    const request = JSON.stringify({ q: 'rose@example.com', fields: ['name', 'workPhone', 'cellPhone'] });
    const { stdout } = await system.sluice('call', 'getUsers', request);
    expect(stdout).toContain('"name": "Rose Gonzalez"');
    expect(stdout).toContain('"workPhone": "(512) 757-6000"');
    expect(stdout).toContain('"cellPhone": "(512) 757-9340"');
  }, 120_000);
}
