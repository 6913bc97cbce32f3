import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type BuildResult, type Plugin } from 'esbuild';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const platform = (name: string) => fileURLToPath(new URL(`platform/${name}.ts`, import.meta.url));

const unusedOfZod =
  /[/\\]zod[/\\]v4[/\\](?:core[/\\](?:compile|doc|visit|memoizer|to-json-schema|json-schema-processors|json-schema-generator)|classic[/\\](?:from-json-schema|deep-partial|in-out))\.js$/;

/** No JSON schemas are made here, and no parsers as source text, which the policy of the page refuses. */
const withoutUnused: Plugin = {
  name: 'without parts of zod',
  setup: ({ onLoad }) =>
    onLoad({ filter: unusedOfZod }, ({ path }) => {
      const named = readFileSync(path, 'utf8').matchAll(
        /^export (?:const|class|function|\{ \w+ as) (\w+)/gmu,
      );
      return { contents: [...named].map(([, name]) => `export function ${name}() {}`).join('\n') };
    }),
};

/** zod reads this when a schema is made. Else it would compile schemas with `Function`, which the policy of the page refuses. */
const zodSettings = 'globalThis.__zod_globalConfig={jitless:true};';

/** How the files are named, and what is done with those that are no modules. */
type Naming = Pick<BuildOptions, 'outbase' | 'entryNames' | 'chunkNames' | 'loader'>;

/** Bundles entry points for a browser, with what stands in for Node there. */
export function bundleForBrowser(
  entryPoints: readonly string[],
  naming: Naming = {},
): Promise<BuildResult<{ write: false }>> {
  return build({
    ...naming,
    entryPoints: [...entryPoints],
    // The hashes in the names of files are of paths too: the same ones wherever it is called.
    absWorkingDir: repository,
    outdir: 'unwritten',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    banner: { js: zodSettings },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['browser'],
    plugins: [withoutUnused],
    inject: [platform('globals')],
    alias: {
      'node:crypto': platform('crypto'),
      'node:zlib': platform('zlib'),
      fs: platform('nothing'),
      ieee754: platform('nothing'),
      zlib: platform('nothing'),
      stream: platform('stream'),
      util: platform('util'),
    },
  });
}
