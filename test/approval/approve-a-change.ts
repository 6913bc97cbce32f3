import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { RunningSystem } from '../running-system.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

interface Run {
  readonly runId: string;
  readonly status: string;
  readonly reason?: string;
  readonly counts: object;
  readonly submissions: readonly { readonly phase: string; readonly importId: string | null }[];
  readonly reverts?: readonly object[];
  readonly approval?: {
    readonly plan: { readonly sha256: string };
    readonly approved?: { readonly by: string };
  };
}

/** A command that ends with a run. */
export const runsOf =
  (system: RunningSystem) =>
  async (...argv: string[]): Promise<{ status: number | null; run: Run }> => {
    const { status, stdout } = await system.sluice(...argv, '--format', 'json');
    return { status, run: JSON.parse(stdout) as Run };
  };

export function approvalOfAChange(system: RunningSystem): void {
  const sluice = runsOf(system);

  it('the example of a change waits with a plan, and is written once that was approved (invariant 5)', async () => {
    const saved = await system.sluice('profile', join(examples, 'approve-a-change', 'careful.json'));
    expect(saved.status).toBe(0);

    const change = join(examples, 'approve-a-change', 'changes.csv');
    const asked = await sluice('drop', change, '--profile', 'careful');
    expect(asked).toMatchObject({
      status: 3,
      run: {
        status: 'awaiting_approval',
        reason: '3 of 13 rows would delete a record, but the profile allows only 1 without approval.',
        counts: { read: 13, notAttempted: 13 },
        approval: {
          asked: 1,
          plan: { counts: { read: 13, created: 1, updated: 7, unchanged: 2, deleted: 3 } },
        },
      },
    });
    const { runId, approval } = asked.run;
    await system.sluice('run', runId, '--plan', 'plan.csv');
    const text = (await readFile(join(system.folder, 'plan.csv'), 'utf8')).replaceAll('"', '');
    const [head, first = '', ...others] = text.split('\r\n');
    expect(head).toBe('\uFEFFRow,Plan,Record id,Field,From,To');
    expect(first).toMatch(/^2,update,\w+,cellPhone,,07700 900100$/u);
    expect(others.filter((line) => line.includes(',delete,'))).toHaveLength(3);
    expect(others).toContain('14,create,,email,,nia.newcomer@example.org');

    const plan = approval?.plan.sha256.slice(0, 12) ?? '';
    const approved = await sluice('approve', runId, '--plan', plan);
    expect(approved).toMatchObject({
      status: 0,
      run: {
        status: 'succeeded',
        counts: { read: 13, created: 1, updated: 7, unchanged: 2, deleted: 3 },
        approval: { asked: 1, approved: { by: expect.any(String) } },
      },
    });
  }, 120_000);
}
