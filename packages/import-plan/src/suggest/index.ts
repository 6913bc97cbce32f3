export { propose, type Proposal, type ProposalRequest } from './propose.ts';
export { sampleOf, type Sample } from './sample.ts';
export type { Choice } from './settle.ts';
