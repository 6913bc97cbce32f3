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

/** Of `audit changes`. */
interface Line {
  readonly [name: string]: unknown;
  readonly record?: string;
  readonly file?: string;
  readonly rows?: readonly number[];
  readonly droppedBy?: string;
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
        reason: '3 of 13 records would be deleted, but the profile allows only 1 without approval.',
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
    const [counts, , head, first = '', ...others] = text.split('\r\n');
    expect(counts).toContain('13 rows: 3 to delete, 7 to change, 1 to create, 2 unchanged.');
    expect(head).toBe('Row,Plan,Record,Record id,Field,Old,New');
    expect(first).toMatch(
      /^2,update,Hélène Bœuf \(helene\.boeuf@example\.com\),\w+,cellPhone,,07700 900100$/u,
    );
    const deleted = others.filter((line) => line.includes(',delete,')).map((line) => line.split(',')[0]);
    expect([...new Set(deleted)]).toEqual(['9', '10', '11']);
    expect(others.find((line) => line.startsWith('14,create,'))).toContain('nia.newcomer@example.org');

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

  it('the changes of a week have each field that it wrote, proved, with its row and who approved it (invariant 26)', async () => {
    const { stdout } = await system.sluice('audit', 'changes', '--since', '7d', '--as', 'jsonl');
    const lines = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
    const of = lines.filter(({ file }) => file === 'inbox/careful/changes.csv');
    const records = (action: string) =>
      new Set(of.filter((one) => one.action === action).map(({ record }) => record)).size;
    expect(['create', 'update', 'delete'].map(records)).toEqual([1, 7, 3]);
    for (const line of of)
      expect(line).toMatchObject({
        values: 'covered',
        droppedBy: expect.any(String),
        approvedBy: line.droppedBy,
      });
    const phone = of.find(({ rows }) => rows?.[0] === 2);
    expect(phone).toMatchObject({ action: 'update', field: 'cellPhone', from: null, to: '07700 900100' });
    const csv = await system.sluice('audit', 'changes', '--since', '7d', '--schema', 'client');
    const people = lines.filter(({ schema }) => schema === 'client' || schema === 'professional');
    expect(csv.stdout.split('\r\n').length).toBe(1 + people.length + 1);
  }, 120_000);
}
