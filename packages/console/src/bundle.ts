import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type BuildResult, type Plugin } from 'esbuild';

const platform = (name: string) => fileURLToPath(new URL(`platform/${name}.ts`, import.meta.url));

/** zod brings its messages in all languages, 39 kB gzipped, of which none is shown. */
const withoutLanguages: Plugin = {
  name: 'without the languages of zod',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    })),
};

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
    outdir: 'unwritten',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['browser'],
    plugins: [withoutLanguages],
    inject: [platform('globals')],
    alias: {
      fs: platform('nothing'),
      zlib: platform('nothing'),
      stream: platform('stream'),
      util: platform('util'),
    },
  });
}
