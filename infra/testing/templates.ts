import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import cdk from '../../cdk.json' with { type: 'json' };
import { addStacks } from '../add-stacks.ts';
import type { StageSettings } from '../settings/settings.ts';

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      DeletionPolicy: z.string().optional(),
      Metadata: z.object({ 'aws:cdk:path': z.string() }),
    }),
  ),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});

/** CDK's own function that fills a bucket, with its role. Our rules are about what is ours. */
const isOfCdk = (path: string): boolean => path.includes('/Custom::CDKBucketDeployment');

export interface Resource {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  /** The path of constructs, from the stack to the resource. */
  readonly path: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly deletionPolicy: string | undefined;
}

export interface Templates {
  readonly texts: Readonly<Record<string, string>>;
  readonly resources: readonly Resource[];
  /** Stack and output name, to the value. */
  readonly outputs: ReadonlyMap<string, unknown>;
  readonly exports: ReadonlyMap<string, unknown>;
}

/**
 * An app without its bundles: the rules are about the templates, and esbuild takes most of a synthesis. What CDK itself says
 * about templates takes most of the rest; `npm run synth` and `npm run lint:templates` ask for it.
 */
export function unbundledApp(settings: StageSettings = {}, { isValidated = false } = {}): App {
  const app = new App({
    outdir: mkdtempSync(join(tmpdir(), 'sluice-templates-')),
    context: { ...cdk.context, 'aws:cdk:bundling-stacks': [] },
    analyticsReporting: false,
    builtinCloudFormationValidation: isValidated,
    treeMetadata: false,
  });
  try {
    addStacks(app, settings);
  } catch (error) {
    rmSync(app.outdir, { recursive: true });
    throw error;
  }
  return app;
}

export function templatesOf(app: App): Templates {
  const stacks = app.node.children.filter((child) => Stack.isStack(child));
  const parsed = stacks.map((stack) => {
    const json: unknown = Template.fromStack(stack).toJSON();
    return { stack: stack.stackName, text: JSON.stringify(json), template: templateSchema.parse(json) };
  });
  rmSync(app.outdir, { recursive: true, force: true });
  return {
    texts: Object.fromEntries(parsed.map(({ stack, text }) => [stack, text])),
    resources: parsed.flatMap(({ stack, template }) =>
      Object.entries(template.Resources)
        .filter(([, { Metadata }]) => !isOfCdk(Metadata['aws:cdk:path']))
        .map(([id, { Type, Properties, DeletionPolicy, Metadata }]) => ({
          stack,
          id,
          type: Type,
          path: Metadata['aws:cdk:path'],
          properties: Properties,
          deletionPolicy: DeletionPolicy,
        })),
    ),
    outputs: new Map(
      parsed.flatMap(({ stack, template }) =>
        Object.entries(template.Outputs).map(([name, { Value }]) => [`${stack}.${name}`, Value] as const),
      ),
    ),
    exports: new Map(
      parsed.flatMap(({ template }) =>
        Object.values(template.Outputs).flatMap(({ Value, Export }) =>
          Export ? [[Export.Name, Value] as const] : [],
        ),
      ),
    ),
  };
}
