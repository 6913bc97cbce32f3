export type * from './answer.ts';
export type * from './client.ts';
export { createClient } from './create-client.ts';
export * from './errors.ts';
export { createNodeTransport } from './node-transport.ts';
export type * from './transport.ts';
