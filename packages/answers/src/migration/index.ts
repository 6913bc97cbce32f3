export * from './answer.ts';
export * from './blocks-of-migration.ts';
export * from './facts.ts';
export * from './repair.ts';
export * from './status.ts';
