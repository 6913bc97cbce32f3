import { shortHash } from '../short-hash.ts';
import type { Resource } from './resource-kind.ts';

/**
 * The name that the template gives, else one made of stack and logical id: the same at every start, and told
 * apart from its neighbours by a hash when it has to be cut.
 */
export function physicalName(resource: Resource, property: string, maxLength = 64): string {
  const given = resource.property(property);
  return typeof given === 'string' ? given : shortened(`${resource.stack}-${resource.logicalId}`, maxLength);
}

/** In the lower case and length that buckets take. */
export function bucketName(resource: Resource): string {
  const given = resource.property('BucketName');
  return typeof given === 'string'
    ? given
    : shortened(`${resource.stack}-${resource.logicalId}`.toLowerCase(), 63);
}

function shortened(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  return `${name.slice(0, maxLength - 9)}-${shortHash(name, 8)}`;
}
