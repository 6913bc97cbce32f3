import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { App } from 'aws-cdk-lib';
import cdk from '../../cdk.json' with { type: 'json' };
import { settings } from '../../examples/cdk-app/settings.ts';
import { addStacks } from '../add-stacks.ts';
import { pack } from './build.ts';

// Packs both stacks, installs the package into a copy of the example outside this repository, and synthesizes there. The
// templates must be those of the repository with the same settings, but for the names of the stacks.

const example = join(import.meta.dirname, '../../examples/cdk-app');
const temporary = mkdtempSync(join(tmpdir(), 'sluice-example-'));
const copy = join(temporary, 'app');
const theirs = join(temporary, 'theirs');
const ours = join(temporary, 'ours');
const names = { CountyRecords: 'DataAccessStack', CountyImports: 'BulkImportStack' };

/** A command with the Node that runs this. */
function run(program: string, ...args: string[]): void {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH, CDK_OUTDIR: theirs };
  execFileSync(program, args, { cwd: copy, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A template with our names, and without the hashes that CDK makes of them. */
function templateIn(folder: string, stack: string): unknown {
  let text = readFileSync(join(folder, `${stack}.template.json`), 'utf8');
  for (const [from, to] of Object.entries(names))
    text = text.replaceAll(from, to).replaceAll(from.toLowerCase(), to.toLowerCase());
  return JSON.parse(
    text
      .replaceAll(/(Stack[A-Za-z]{1,60}(?:Queue|Topic|Headers|Origin\d))[\dA-F]{8,16}/gu, '$1')
      .replaceAll(/(Stack[A-Za-z]{1,60}Authorizer)[\dA-F]{8}(-?Permission)(?:[\dA-F]{8})?/gu, '$1$2')
      // CDK shortens this name when it is long.
      .replaceAll(/(StackConsoleSite)\w{1,60}(OriginAccessControl)[\dA-F]{8}/gu, '$1$2')
      .replaceAll(/(aws-cdk:cr-owned:)[\da-f]{8}/gu, '$1')
      // A version of a function has the hash of its environment too, which names the stack.
      .replaceAll(/(CurrentVersion[\dA-F]{8})[\da-f]{32}/gu, '$1')
      .replaceAll(/"aws:asset:is-bundled": (?:true|false)/gu, '"aws:asset:is-bundled": true'),
  );
}

try {
  cpSync(example, copy, { recursive: true });
  await pack(copy);
  run('npm', 'install', '--omit', 'dev', '--prefer-offline', '--ignore-scripts');
  if (existsSync(join(copy, 'node_modules/esbuild'))) throw new Error('The package needs esbuild');
  run('node', 'app.ts');

  const app = new App({
    ...{ outdir: ours, context: cdk.context, analyticsReporting: false },
    // CDK has said in the example what it says about these templates.
    builtinCloudFormationValidation: false,
  });
  addStacks(app, settings);
  app.synth();
  for (const [their, our] of Object.entries(names)) {
    if (!isDeepStrictEqual(templateIn(theirs, their), templateIn(ours, our)))
      throw new Error(`${their} of the example differs from ${our}: compare ${theirs} and ${ours}`);
    console.log(`${their} of the example is ${our}, with the same bundles.`);
  }
  rmSync(temporary, { recursive: true });
} catch (error) {
  console.error(`The example does not work: see ${temporary}`);
  throw error;
}
