import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listening } from '@sluice/local/testing/http-server';
import { signedBody, type ChangeEvent } from '@sluice/client/webhooks';
import { describe, expect, it, test } from 'vitest';
import { createChanges } from './changes.ts';
import { createReceiver } from './receiver.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** The blocks of one kind in the README, each as its lines. */
async function blocks(kind: 'sh' | 'text'): Promise<string[][]> {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gmsu'))].map(([, block = '']) =>
    block.trimEnd().split('\n'),
  );
}

async function freePort(): Promise<string> {
  await using server = await listening(createServer());
  return String(server.port);
}

/** Starts a command in a process group of its own, and gives its lines as they come. */
function start(command: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['-c', command], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    nextLine: async () => String((await lines.next()).value),
    [Symbol.asyncDispose]: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await once(child, 'close');
    },
  };
}

test('the commands of the README work as described', async () => {
  const [[startCommand = ''] = [], sendCommands = []] = await blocks('sh');
  const [printed = []] = await blocks('text');
  const port = await freePort();
  const env = { ...process.env, PORT: port, npm_config_loglevel: 'silent' };
  await using receiver = start(startCommand, env);
  expect(await receiver.nextLine()).toBe(printed[0]?.replace('8787', port));
  const outcomes: string[] = [];
  for (const command of sendCommands) {
    const ended = await run('bash', ['-c', command], { cwd: root, env }).catch(
      (failed: { stdout: string }) => failed,
    );
    outcomes.push(ended.stdout.trim());
  }
  expect(outcomes).toEqual(['delivered: status 204', 'delivered: status 204', 'refused: status 400']);
  for (const line of printed.slice(1)) expect(await receiver.nextLine()).toBe(line);
});

const secret = 'hush';
const now = new Date('2026-03-01T09:00:00.000Z');
const update = (minute: number, diff: Record<string, string>): ChangeEvent => ({
  action: 'update',
  schema: 'user',
  docId: 'u1',
  docUpdatedDate: `2026-03-01T08:0${minute}:00.000Z`,
  diff,
});

/** A receiver in this process, and what it printed. */
async function startReceiver() {
  const printed: string[] = [];
  const server = createServer(
    createReceiver({ secret, now: () => now, print: (line) => printed.push(line) }),
  );
  const { port, ...disposing } = await listening(server);
  return {
    printed,
    post: async (body: string, method = 'POST') => {
      const init = method === 'POST' ? { method, body } : { method };
      return (await fetch(`http://127.0.0.1:${port}/`, init)).status;
    },
    ...disposing,
  };
}

describe('the receiver', () => {
  it('prints no value of a change', async () => {
    await using receiver = await startReceiver();
    const body = signedBody([update(1, { email: 'ann@example.com' })], { date: now, secret });
    expect(await receiver.post(body)).toBe(204);
    expect(receiver.printed).toEqual(['new    2026-03-01T08:01:00.000Z update user u1: email']);
  });

  it('refuses a delivery that was changed on its way or replayed', async () => {
    await using receiver = await startReceiver();
    const body = signedBody([update(1, { email: 'ann@example.com' })], { date: now, secret });
    expect(await receiver.post(body.replace('ann@', 'eve@'))).toBe(400);
    const old = signedBody([update(1, {})], { date: new Date(now.getTime() - 600_000), secret });
    expect(await receiver.post(old)).toBe(400);
    expect(receiver.printed.map((line) => line.slice(0, 25))).toEqual([
      'refused: wrong_signature:',
      'refused: stale: payload.d',
    ]);
  });

  it('takes only POST, and no body larger than a delivery', async () => {
    await using receiver = await startReceiver();
    expect(await receiver.post('', 'GET')).toBe(405);
    expect(await receiver.post('x'.repeat(3 * 1024 * 1024))).toBe(413);
    expect(receiver.printed).toEqual([]);
  });
});

test('a change counts once, and an older one is never new', () => {
  const changes = createChanges();
  expect(changes.take(update(1, { name: 'Ann' }))).toBe('new');
  expect(changes.take(update(1, { name: 'Ann' }))).toBe('again');
  // Two changes within one millisecond have the same date.
  expect(changes.take(update(1, { email: 'ann@example.com' }))).toBe('new');
  expect(changes.take(update(3, { name: 'Ann B.' }))).toBe('new');
  expect(changes.take(update(2, { email: '' }))).toBe('late');
  expect(changes.take({ ...update(1, { name: 'Ann' }), docId: 'u2' })).toBe('new');
});
