export { addStacks } from './add-stacks.ts';
export { BulkImportStack, type BulkImportProps } from './bulk-import-stack.ts';
export { defineConfig, type Config } from './config.ts';
export { DataAccessStack } from './data-access-stack.ts';
export type { StageSettings } from './settings/settings.ts';
