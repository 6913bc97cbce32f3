import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runsOf } from '../approval/approve-a-change.ts';
import type { RunningSystem } from '../running-system.ts';

export function operatorReverts(system: RunningSystem): void {
  const sluice = runsOf(system);

  it('a run shows that an operator reverted its import, with who did it', async () => {
    const file = join(system.folder, 'reverted.csv');
    await writeFile(file, 'email,name\nreverted@example.com,Somebody\n');
    const { run } = await sluice('drop', file, '--schema', 'client', '--lookup', 'email');
    const importId = run.submissions.find(({ phase }) => phase === 'real')?.importId ?? '';
    const reverted = await system.sluice('control', 'revertImport', JSON.stringify({ importId }));
    expect(reverted.stderr).toBe('');
    const shown = async () => (await sluice('run', run.runId)).run;
    while ((await shown()).reverts === undefined) await wait(200);
    const counts = { reversed: 1, kept: 0, failed: 0 };
    expect(await shown()).toMatchObject({
      status: 'succeeded',
      reverts: [{ batch: 1, importId, by: 'local', ...counts }],
    });
  }, 60_000);
}
