import { globSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync, type OutputFile } from 'esbuild';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What runs on Lambda for a folder in `functions`, whose entry is `handler.ts`: `index.handler`. */
export function bundledCode(folder: string): Code {
  return Code.fromAsset(join(repository, 'functions', folder), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('no-image'),
      local: {
        tryBundle: (outputDir) => {
          for (const { name, contents } of bundleOf(folder)) writeFileSync(join(outputDir, name), contents);
          return true;
        },
      },
    },
  });
}

/** The folders in `functions` that have a handler. */
export const functionFolders = (): string[] =>
  globSync('functions/*/handler.ts', { cwd: repository }).map((file) => basename(dirname(file)));

/** The files of a function's bundle. */
export const bundleOf = (folder: string): { readonly name: string; readonly contents: Uint8Array }[] =>
  bundles()
    .filter(({ path }) => basename(dirname(path)) === folder)
    .map(({ path, contents }) => ({ name: basename(path), contents }));

let built: readonly OutputFile[] | undefined;

/** The bundles of all functions. They are built at once, since they share most of their sources. */
function bundles(): readonly OutputFile[] {
  built ??= buildSync({
    absWorkingDir: repository,
    entryPoints: Object.fromEntries(
      functionFolders().map((name) => [`${name}/index`, `functions/${name}/handler.ts`]),
    ),
    // As deep as the assets, so that the source maps lead back to the sources.
    outdir: 'cdk.out/bundles',
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    // CommonJS dependencies inside an ES module still call `require` for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  }).outputFiles;
  return built;
}
