export { createMemoryLedger } from './memory-ledger.ts';
export { createMemoryMigrations } from './memory-migrations.ts';
export { createMemoryRateBudgets } from './memory-rate-budgets.ts';
