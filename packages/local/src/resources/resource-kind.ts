import type { ZodType } from 'zod';
import type { Machine } from './machine.ts';

/** A resource of a template, whose properties can be resolved. */
export interface Resource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** `Stack/LogicalId`, for messages. */
  readonly place: string;
  /** One property, resolved. It works where resolving all properties would be circular. */
  property(name: string): unknown;
  /** All properties, resolved and parsed. @throws LocalError `template_unsupported` that names the resource */
  parse<T>(schema: ZodType<T>): T;
  /** The folder or file of the asset with this object key in the template. */
  asset(objectKey: string): string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The values of `Ref` and `Fn::GetAtt` for a resource. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** How one type of resource is run. */
export interface ResourceKind {
  /** Identifies the resource before anything exists. It reads only the properties that its name depends on. */
  identify(resource: Resource, machine: Machine): Identity;
  /** Creates the resource. Changes nothing when an earlier run has created it. */
  create(resource: Resource, machine: Machine): Promise<void> | void;
}
