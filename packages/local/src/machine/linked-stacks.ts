import { shapeProblems } from '@sluice/contract';
import type { ZodType } from 'zod';
import { LocalError } from '../base/local-error.ts';
import type { Identity, Resource } from '../resources/resource-kind.ts';
import type { Assembly, Stack, TemplateResource } from '../templates/assembly.ts';
import { resolve, type Scope } from '../templates/intrinsics.ts';
import { pseudoParameters } from '../base/pseudo-parameters.ts';

export interface Linking {
  readonly assembly: Assembly;
  /** Called at most once for each resource. */
  readonly identify: (resource: Resource) => Identity;
  /** Replaces addresses on AWS in a resolved text with those on this machine. */
  readonly relocate: (text: string) => string;
}

/** The stacks of an assembly, whose references can be resolved. The first reference identifies a resource, so templates may come in any order. */
export class LinkedStacks {
  readonly #linking: Linking;
  readonly #identities = new Map<string, Identity>();
  readonly #underway = new Set<string>();
  /** In template order, stack by stack. */
  readonly resources: readonly Resource[];

  constructor(linking: Linking) {
    this.#linking = linking;
    this.resources = linking.assembly.stacks.flatMap((stack) =>
      Object.entries(stack.template.Resources).map(([logicalId, described]) =>
        this.#resource(stack, logicalId, described),
      ),
    );
  }

  /** Output name → value. */
  outputs(stack: Stack): Record<string, string> {
    const scope = this.#scope(stack, `${stack.name} (outputs)`);
    return Object.fromEntries(
      Object.entries(stack.template.Outputs).map(([key, { Value }]) => [
        key,
        this.#linking.relocate(String(resolve(Value, scope))),
      ]),
    );
  }

  #resource(stack: Stack, logicalId: string, described: TemplateResource): Resource {
    const place = `${stack.name}/${logicalId}`;
    const scope = this.#scope(stack, place);
    const { assembly, relocate } = this.#linking;
    const resolved = (value: unknown): unknown => relocated(resolve(value, scope), relocate);
    return {
      stack: stack.name,
      logicalId,
      type: described.Type,
      place,
      metadata: described.Metadata,
      property: (name) => resolved(described.Properties[name]),
      parse: (schema) => parsed(schema, resolved(described.Properties), `${place} (${described.Type})`),
      asset: (objectKey) => assetOf(assembly, objectKey, place),
    };
  }

  #identity(stack: Stack, logicalId: string, place: string): Identity {
    const described = stack.template.Resources[logicalId];
    if (described === undefined) {
      throw new LocalError(
        'template_invalid',
        `${place} refers to ${logicalId}, which ${stack.name} does not have.`,
      );
    }
    const resource = this.#resource(stack, logicalId, described);
    const known = this.#identities.get(resource.place);
    if (known !== undefined) return known;
    if (this.#underway.has(resource.place)) {
      const circle = [...this.#underway, resource.place].join(' → ');
      throw new LocalError('template_invalid', `${resource.place} depends on itself: ${circle}.`);
    }
    this.#underway.add(resource.place);
    const identity = this.#linking.identify(resource);
    this.#underway.delete(resource.place);
    this.#identities.set(resource.place, identity);
    return identity;
  }

  #scope(stack: Stack, place: string): Scope {
    const { template } = stack;
    const pseudo = pseudoParameters(stack.name);
    return {
      place,
      ref: (name) => {
        if (Object.hasOwn(pseudo, name)) return pseudo[name];
        const parameter = template.Parameters[name];
        // An asset parameter of CDK's legacy synthesizer has no default, so its name is the key.
        return parameter === undefined ? this.#identity(stack, name, place).ref : (parameter.Default ?? name);
      },
      getAtt: (logicalId, attribute) => {
        const value = this.#identity(stack, logicalId, place).attributes[attribute];
        if (value !== undefined) return value;
        const problem = `${place} uses ${logicalId}.${attribute}, which is not known here.`;
        throw new LocalError('template_unsupported', problem);
      },
      importValue: (name) => this.#exported(name, place),
    };
  }

  #exported(name: string, place: string): unknown {
    for (const stack of this.#linking.assembly.stacks) {
      const scope = this.#scope(stack, `${stack.name} (outputs)`);
      for (const { Export, Value } of Object.values(stack.template.Outputs)) {
        if (Export !== undefined && resolve(Export.Name, scope) === name) return resolve(Value, scope);
      }
    }
    throw new LocalError('template_invalid', `${place} imports ${name}, which no stack exports.`);
  }
}

function relocated(value: unknown, relocate: (text: string) => string): unknown {
  if (typeof value === 'string') return relocate(value);
  if (Array.isArray(value)) return value.map((item) => relocated(item, relocate));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, relocated(item, relocate)]));
}

function parsed<T>(schema: ZodType<T>, value: unknown, place: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = shapeProblems({ schema, json: value }, result.error.issues);
  throw new LocalError(
    'template_unsupported',
    `${place} cannot be run here as it is:\n${problems.join('\n')}`,
  );
}

function assetOf(assembly: Assembly, objectKey: string, place: string): string {
  const folder = assembly.assets.get(objectKey);
  if (folder !== undefined) return folder;
  const problem = `${place} uses the asset ${objectKey}, which is not in ${assembly.folder}.`;
  throw new LocalError('template_invalid', problem);
}
