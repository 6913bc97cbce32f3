import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOf, functionFolders } from '../constructs/bundled-code.ts';
import infra from '../package.json' with { type: 'json' };
import { declarationsOf } from './declarations.ts';

const root = join(import.meta.dirname, '../..');
const { name, version, license, dependencies: of } = infra;

/** Of whoever uses the package: its app has them, and both must be the same. */
const peers = { 'aws-cdk-lib': `^${of['aws-cdk-lib']}`, constructs: `^${of.constructs}` };
const dependencies = { zod: of.zod };

/** Writes the package into a folder, as `npm install` takes it. @returns its file */
export async function pack(folder: string): Promise<string> {
  const draft = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  try {
    await buildPackage(draft);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: draft, stdio: 'ignore' });
    return join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** The package, ready for `npm pack`: compiled stacks, their types, and the bundles of all functions. */
async function buildPackage(folder: string): Promise<void> {
  await compile(folder);
  for (const [file, text] of Object.entries(declarationsOf(join(root, 'infra/index.ts')))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  for (const one of functionFolders()) {
    const bundle = join(folder, 'functions', one);
    mkdirSync(bundle, { recursive: true });
    for (const file of bundleOf(one)) writeFileSync(join(bundle, file.name), file.contents);
  }
  for (const part of ['page', 'files'])
    execFileSync(process.execPath, [
      fileURLToPath(import.meta.resolve('@sluice/console/write')),
      ...[part, join(folder, 'console', part)],
    ]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  cpSync(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

const manifest = {
  ...{ name, version, license, type: 'module' },
  description: 'Both stacks of Sluice, with the bundles of their functions.',
  engines: { node: '>=22' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  dependencies,
  peerDependencies: peers,
};

const prebuilt: Readonly<Record<string, string>> = {
  'bundled-code.ts': 'prebuilt-code.ts',
  'console-files.ts': 'prebuilt-console.ts',
};

/** Node runs no TypeScript inside `node_modules`, and the package has its bundles beside it. */
async function compile(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['infra/index.ts'],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    external: [...Object.keys(peers), ...Object.keys(dependencies)].flatMap((one) => [one, `${one}/*`]),
    plugins: [
      {
        name: 'prebuilt',
        setup: ({ onLoad }) =>
          onLoad({ filter: /infra\/constructs\/(?:bundled-code|console-files)\.ts$/ }, ({ path }) => ({
            contents: readFileSync(path.replace(basename(path), prebuilt[basename(path)] ?? ''), 'utf8'),
            loader: 'ts',
          })),
      },
    ],
    logLevel: 'warning',
  });
}
