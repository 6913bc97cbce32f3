export * from './address-kind.ts';
export * from './check-url.ts';
export * from './events.ts';
export * from './in-batches.ts';
export * from './next-attempt.ts';
export * from './sign.ts';
export * from './verify.ts';
export * from './webhook-error.ts';
