import type { ZodType } from 'zod';
import type { Machine } from './machine.ts';

/** A resource of a template, with its properties resolved. */
export interface Resource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** `Stack/LogicalId`, for messages. */
  readonly place: string;
  /** One property, resolved. Cheap where all of them would lead round in a circle. */
  property(name: string): unknown;
  /** All properties, resolved and parsed. Throws `LocalError` `template_unsupported` naming the resource. */
  parse<T>(schema: ZodType<T>): T;
  /** The folder or file of the asset that the template means by this object key. */
  asset(objectKey: string): string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What `Ref` and `Fn::GetAtt` give for a resource. */
export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** How one type of resource is run. */
export interface ResourceKind {
  /** Says who the resource is before anything exists; reads only what its name depends on. */
  identify(resource: Resource, machine: Machine): Identity;
  /** Makes it exist: a repeat on what a run before has made changes nothing. */
  create(resource: Resource, machine: Machine): Promise<void> | void;
}
