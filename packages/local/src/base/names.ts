import { shortHash } from './short-hash.ts';

/** What names of a resource are made from. */
interface Named {
  readonly stack: string;
  readonly logicalId: string;
  readonly place: string;
  property(name: string): unknown;
}

/**
 * The name from the template, or else one made from the stack and the logical id. It is the same at every start. When it
 * has to be shortened, a hash keeps it unique.
 */
export function physicalName(resource: Named, property: string, maxLength = 64): string {
  const given = resource.property(property);
  return typeof given === 'string' ? given : shortened(`${resource.stack}-${resource.logicalId}`, maxLength);
}

/** The same in lower case, and always with a hash at the end: policies rely on the form that CloudFormation gives it. */
export function bucketName(resource: Named): string {
  const given = resource.property('BucketName');
  if (typeof given === 'string') return given;
  const name = `${resource.stack}-${resource.logicalId}`.toLowerCase();
  return `${name.slice(0, 50)}-${shortHash(resource.place, 12)}`;
}

function shortened(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  return `${name.slice(0, maxLength - 9)}-${shortHash(name, 8)}`;
}
