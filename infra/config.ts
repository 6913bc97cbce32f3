import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { stageOf, type Stage, type StageSettings } from './settings/settings.ts';

/** The stages of an installation, by their names in `--context stage=NAME`. */
export type Config = Readonly<Record<string, StageSettings>>;

/** Settings with types: `export default defineConfig({ prod: { … } })` in `sluice.config.ts`. */
export const defineConfig = (config: Config): Config => config;

const usual = 'sluice.config.ts';
const configSchema = z.record(z.string(), z.record(z.string(), z.unknown()));

export interface Wanted {
  /** The folder of `cdk.json`. */
  readonly root: string;
  /** The file with the settings; `sluice.config.ts` if absent, where there is one. */
  readonly file?: string | undefined;
  /** The name of the stage; `default` if absent. */
  readonly stage?: string | undefined;
}

/** The settings of a stage. Without a file there is one stage, `default`, with our defaults. */
export async function readStage({ root, file, stage = 'default' }: Wanted): Promise<Stage> {
  const path = resolve(root, file ?? usual);
  const isThere = existsSync(path);
  if (!isThere && file !== undefined)
    throw new Error(`There is no ${path}. Expected a file of settings, such as --context config=${usual}`);
  const config = isThere ? await readConfig(path) : { default: {} };
  const settings = config[stage];
  if (settings) return stageOf(settings, `${basename(path)}: ${stage}`);
  throw new Error(
    `No stage is called ${stage}: ${isThere ? path : 'without a file of settings the app'} has ` +
      `${Object.keys(config).join(', ')}. Name one of them, such as --context stage=prod, or add the one that you want`,
  );
}

async function readConfig(path: string): Promise<z.infer<typeof configSchema>> {
  const { default: config }: { default?: unknown } = await import(pathToFileURL(path).href);
  const { data } = configSchema.safeParse(config);
  if (data) return data;
  throw new Error(
    `${path}: expected \`export default\` of stages by name, such as { prod: { suffix: '-prod' } }`,
  );
}
