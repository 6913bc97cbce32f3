import { describeLedger } from '../ledger-contract.ts';
import { describeMigrations } from '../migrations-contract.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { createMemoryMigrations } from './memory-migrations.ts';

describeLedger('the ledger in memory', (now) => createMemoryLedger({ now }));
describeMigrations('migrations in memory', (now) => createMemoryMigrations({ now }));
