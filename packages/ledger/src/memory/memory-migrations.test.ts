import { describeMigrations } from '../testing/migrations-contract.ts';
import { createMemoryMigrations } from './memory-migrations.ts';

describeMigrations('migrations in memory', (now) => createMemoryMigrations({ now }));
