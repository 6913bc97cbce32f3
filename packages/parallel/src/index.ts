export { inChunks, inParallel, parallel, type Parallel } from './parallel.ts';
