export * from '@sluice/contract/webhooks';
export * from './verify.ts';
