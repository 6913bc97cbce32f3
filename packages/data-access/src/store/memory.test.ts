import { storeContract } from '../testing/store-contract.ts';
import { createMemoryStore } from './memory.ts';

storeContract('the store in memory', createMemoryStore());
