import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressKind, type AddressKind } from './address-kind.ts';

/** Thrown on the way to an address that deliveries may not reach. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly kind: AddressKind;

  constructor(kind: AddressKind) {
    super(`forbidden address: ${kind}`);
    this.kind = kind;
  }
}

/** A look-up that fails if any address of a host is forbidden. The connection uses only its answers. */
export function guardedLookup(
  mayReach: (kind: AddressKind) => boolean,
  lookup: LookupFunction = systemLookup,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error) return callback(error, found, family);
      const kinds = addressesOf(found).map(addressKind);
      const forbidden = kinds.find((kind) => !mayReach(kind));
      if (forbidden !== undefined) return callback(new ForbiddenAddress(forbidden), found, family);
      // Node treats an empty list as a bug and ends the process.
      callback(kinds.length === 0 ? notFound() : null, found, family);
    });
  };
}

function addressesOf(found: string | LookupAddress[]): string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
}
