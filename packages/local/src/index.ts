export { addressesSchema, readAddresses } from './address-file/address-file.ts';
export type { Addresses } from './address-file/address-file.ts';
export { LocalError } from './local-error.ts';
export { startLocal } from './start-local.ts';
export type { LocalOptions, Running } from './start-local.ts';
export { synthesize } from './synthesis/synthesize.ts';
export type { SynthesisOptions } from './synthesis/synthesize.ts';
