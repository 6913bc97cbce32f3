import { createMemoryLedger } from './memory-ledger.ts';
import { describeLedger } from './testing/ledger-contract.ts';

describeLedger('the ledger in memory', (now) => createMemoryLedger({ now }));
