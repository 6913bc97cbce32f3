export { propose, type ProposalRequest } from './propose.ts';
export type { Proposal } from './settle.ts';
export { sampleOf, type Sample } from './sample.ts';
export type { Choice } from './settle.ts';
export { isKnownName } from './dictionary.ts';
