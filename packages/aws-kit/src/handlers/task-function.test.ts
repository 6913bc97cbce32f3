import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { taskFunction } from './task-function.ts';
import { aContext, captureLog } from './testing/lambda.ts';

const logged = captureLog();

const aTask = (run: (input: { runId: string }) => Promise<unknown>) =>
  taskFunction({
    env: z.object({}),
    services: async () => ({}),
    input: z.object({ runId: z.string() }),
    run,
  });

describe('a task', () => {
  it('parses its input and returns its output', async () => {
    const task = aTask(async ({ runId }) => ({ runId, next: 'wait' }));
    expect(await task({ runId: 'r1', more: true }, aContext())).toEqual({ runId: 'r1', next: 'wait' });
  });

  it('fails on other input without running', async () => {
    const run = vi.fn(async () => undefined);
    await expect(aTask(run)({ runId: 7 }, aContext())).rejects.toMatchObject({ name: 'ZodError' });
    expect(run).not.toHaveBeenCalled();
  });

  it('fails with the name of an error, which a machine may match, and not its message (invariant 15)', async () => {
    const error = Object.assign(new Error('row ana@example.com'), { name: 'ThrottlingException' });
    const failure = aTask(async () => {
      throw error;
    })({ runId: 'r1' }, aContext());
    const thrown = await failure.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(thrown).toMatchObject({
      name: 'ThrottlingException',
      message: 'The log has the reason, under request request-1.',
    });
    expect(thrown instanceof Error && thrown.stack).toContain('task-function.test.ts');
    expect(thrown instanceof Error && thrown.stack).not.toContain('ana@example.com');
    expect(logged()).toMatchObject([{ code: 'invocation_failed', error: { name: 'ThrottlingException' } }]);
  });
});
