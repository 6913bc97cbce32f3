import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { tempDir } from '../testing/temp-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';

test('a folder is locked until its holder releases it', () => {
  const folder = tempDir();
  const lock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(`Process ${process.pid} runs on ${folder} already`);
  lock.release();
  lockDataDir(folder).release();
});

test('a lock ends with the process that took it, even when that is killed', async () => {
  const folder = tempDir();
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(new URL('data-dir-lock.ts', import.meta.url).href)});
    lockDataDir(process.argv[1]);
    console.log('locked');
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => lockDataDir(folder)).toThrow(`Process ${holder.pid}`);
  holder.kill('SIGKILL');
  await vi.waitFor(() => lockDataDir(folder).release());
});
