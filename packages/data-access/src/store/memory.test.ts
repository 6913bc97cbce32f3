import { storeContract } from '../testing/store-contract.ts';
import { createMemoryStore } from './memory.ts';

const store = createMemoryStore();
storeContract('the store in memory', () => store);
