import { createMemoryLedger } from './memory-ledger.ts';
import { describeLanes } from '../testing/lanes-contract.ts';
import { describeLedger } from '../testing/ledger-contract.ts';

describeLedger('the ledger in memory', (now) => createMemoryLedger({ now }));
describeLanes('the ledger in memory', (now) => createMemoryLedger({ now }));
