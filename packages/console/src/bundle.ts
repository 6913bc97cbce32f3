import { fileURLToPath } from 'node:url';
import { build, type BuildResult } from 'esbuild';

const platform = (name: string) => fileURLToPath(new URL(`platform/${name}.ts`, import.meta.url));

/** Bundles entry points for a browser, with what stands in for Node there. */
export function bundleForBrowser(entryPoints: readonly string[]): Promise<BuildResult<{ write: false }>> {
  return build({
    entryPoints: [...entryPoints],
    outdir: 'unwritten',
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    conditions: ['browser'],
    inject: [platform('globals')],
    alias: {
      fs: platform('nothing'),
      zlib: platform('nothing'),
      stream: platform('stream'),
      util: platform('util'),
    },
  });
}
