export * from './events.ts';
export * from './sign.ts';
export * from './webhook-error.ts';
