import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { shapeProblems } from '@sluice/contract';
import * as z from 'zod';
import { LocalError } from '../base/local-error.ts';
import { unsupported } from './unsupported.ts';

const artifactSchema = z.object({
  type: z.string(),
  dependencies: z.array(z.string()).default([]),
  properties: z
    .object({
      templateFile: z.string().optional(),
      stackName: z.string().optional(),
      file: z.string().optional(),
    })
    .optional(),
});
const manifestSchema = z.object({ artifacts: z.record(z.string(), artifactSchema) });
const assetsSchema = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Condition: unsupported('conditions are not understood here'),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});
const templateSchema = z.object({
  Parameters: z
    .record(z.string(), z.object({ Type: z.string(), Default: z.unknown().optional() }))
    .default({}),
  Resources: z.record(z.string(), resourceSchema).default({}),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Export: z.object({ Name: z.unknown() }).optional(),
      }),
    )
    .default({}),
});
export type TemplateResource = z.infer<typeof resourceSchema>;
export type Template = z.infer<typeof templateSchema>;

export interface Stack {
  readonly name: string;
  readonly template: Template;
}

/** The output of `cdk synth`: its stacks, each after those it depends on, and the folders of its assets. */
export interface Assembly {
  readonly folder: string;
  readonly stacks: readonly Stack[];
  /** The folder or file of each asset on this machine, by its object key in the templates. */
  readonly assets: ReadonlyMap<string, string>;
}

/** @throws LocalError `assembly_missing` or `template_invalid` */
export async function readAssembly(folder: string): Promise<Assembly> {
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new LocalError(
      'assembly_missing',
      `There is no manifest.json in ${folder}. Run \`npm run synth\` first.`,
    );
  }
  const { artifacts } = await readParsed(join(folder, 'manifest.json'), manifestSchema);
  const stacks: Stack[] = [];
  for (const id of inOrderOfDependency(artifacts)) {
    const artifact = artifacts[id];
    if (artifact?.type === 'cdk:cloud-assembly') {
      throw new LocalError(
        'template_unsupported',
        `${id} is a stage; the stacks of stages are not run here.`,
      );
    }
    if (artifact?.type !== 'aws:cloudformation:stack' || artifact.properties?.templateFile === undefined)
      continue;
    const template = await readParsed(join(folder, artifact.properties.templateFile), templateSchema);
    stacks.push({ name: artifact.properties.stackName ?? id, template });
  }
  return { folder, stacks, assets: await readAssets(folder, Object.values(artifacts)) };
}

async function readAssets(
  folder: string,
  artifacts: z.infer<typeof artifactSchema>[],
): Promise<Map<string, string>> {
  const assets = new Map<string, string>();
  for (const { type, properties } of artifacts) {
    if (type !== 'cdk:asset-manifest' || properties?.file === undefined) continue;
    const { files } = await readParsed(join(folder, properties.file), assetsSchema);
    for (const { source, destinations } of Object.values(files)) {
      if (source.path === undefined) continue;
      for (const { objectKey } of Object.values(destinations))
        assets.set(objectKey, resolve(folder, source.path));
    }
  }
  return assets;
}

function inOrderOfDependency(artifacts: Record<string, { dependencies: string[] }>): string[] {
  const order = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    if (path.includes(id))
      throw new LocalError('template_invalid', `These stacks depend on one another: ${path.join(', ')}.`);
    for (const other of artifacts[id]?.dependencies ?? []) visit(other, [...path, id]);
    order.add(id);
  };
  for (const id of Object.keys(artifacts)) visit(id, []);
  return [...order];
}

async function readParsed<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const json: unknown = JSON.parse(await readFile(file, 'utf8'));
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = shapeProblems({ schema, json }, parsed.error.issues);
  throw new LocalError('template_invalid', `${file} cannot be read:\n${problems.join('\n')}`);
}
