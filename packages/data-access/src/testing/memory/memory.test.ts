import { storeContract } from '../store-contract.ts';
import { createMemoryStore } from './memory.ts';

storeContract('the store in memory', createMemoryStore());
