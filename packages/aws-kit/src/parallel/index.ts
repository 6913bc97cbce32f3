export { inChunks, inParallel, parallel } from './parallel.ts';
