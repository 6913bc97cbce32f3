import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '@sluice/cli/testing/captured';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSystem } from '../running-system.ts';

const sheet = 'email,name\nada.stack@example.org,Ada Stack\nbob.stack@example.org,Bob Stack\n';
const profile = { schema: 'client', lookup: 'email', approval: 'ask' };

/** The machine answers as AWS does: the SDK finds everything by the outputs of the stack, and signs with keys of the environment. */
export const commandsOnAStack = (system: RunningSystem) =>
  describe('commands with --stack, in a folder that knows no running system', () => {
    let folder: string;
    let env: Record<string, string>;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'sluice-stack-test-'));
      const { s3, aws } = await system.addresses();
      env = {
        AWS_ENDPOINT_URL: aws?.endpoint ?? '',
        AWS_ENDPOINT_URL_S3: s3.endpoint,
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const sluice = (words: string, stack = 'BulkImportStack') =>
      runCaptured([...words.split(' '), '--stack', stack, '--region', 'us-east-1'], {
        cwd: folder,
        env,
        waits: true,
      });
    async function json<T>(words: string): Promise<T & { exit: number }> {
      const { status, stdout, stderr } = await sluice(`${words} --format json`);
      expect(stdout, stderr).not.toBe('');
      return { ...(JSON.parse(stdout) as T), exit: status };
    }

    it('drop, approve, undo and verify', async () => {
      await writeFile(join(folder, 'stacked.json'), JSON.stringify(profile));
      await writeFile(join(folder, 'stack.csv'), sheet);
      expect(await sluice('profile stacked.json')).toMatchObject({ status: 0 });

      type Run = { runId: string; droppedBy: string; approval: { plan: { sha256: string } } };
      const dropped = await json<Run>('drop stack.csv --profile stacked');
      expect(dropped).toMatchObject({ exit: 3, status: 'awaiting_approval' });
      const { runId, approval } = dropped;
      const plan = approval.plan.sha256.slice(0, 12);
      const counts = { read: 2, created: 2 };
      expect(await json(`approve ${runId} --plan ${plan}`)).toMatchObject({
        exit: 0,
        status: 'succeeded',
        counts,
      });
      expect(await sluice('runs')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(runId.slice(0, 8)),
      });
      const shown = await sluice(`run ${runId} --result result.csv`);
      expect(shown.stdout).toContain('arn:aws:iam::000000000000:user/local');
      expect(await readFile(join(folder, 'result.csv'), 'utf8')).toContain('"created"');
      const undone = { exit: 0, status: 'undone', undo: { reversed: 2, kept: 0, failed: 0 } };
      expect(await json(`undo ${runId}`)).toMatchObject(undone);

      const intact = { status: 0, stdout: expect.stringContaining('Nothing was altered') };
      expect(await sluice('audit verify')).toMatchObject(intact);
      expect(await sluice('audit verify --panel')).toMatchObject(intact);
    }, 60_000);

    it('call, control, migrations and redrive', async () => {
      expect(await json('call checkCredentials')).toMatchObject({ exit: 0, ok: true });
      expect(await json('control listLists')).toMatchObject({ exit: 0, ok: true });
      expect(await sluice('migrations')).toMatchObject({ status: 0 });
      expect(await sluice('redrive')).toMatchObject({ status: 0 });
    }, 30_000);

    it('doctor finds nothing missing on the machine itself', async () => {
      const here = await runCaptured(['doctor'], { cwd: system.folder, waits: true });
      const found = { status: 0, stdout: expect.stringContaining('accepts the flow') };
      expect(here).toMatchObject(found);
      const stderr = expect.stringContaining('can be missing on AWS only');
      expect(await sluice('doctor')).toMatchObject({ ...found, stderr });
    });

    it('name what is not there', async () => {
      const stderr = expect.stringContaining('There is no stack Nowhere in us-east-1');
      expect(await sluice('runs', 'Nowhere')).toMatchObject({ status: 5, stderr });
      const wrong = expect.stringContaining('DataAccessStack is not a stack of the flow');
      expect(await sluice('runs', 'DataAccessStack')).toMatchObject({ status: 5, stderr: wrong });
    });
  });
