export { canonicalJson, formerJson, sha256 } from './canonical-json.ts';
export { verifyChain, verifyEnd, type ChainFinding, type ChainHead } from './verify-chain.ts';
