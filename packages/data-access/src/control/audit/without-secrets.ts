import { canonicalJson, sha256 } from '@sluice/aws-kit/hash-chain';

const secrets: ReadonlySet<string> = new Set([
  'apiSecret',
  'base64',
  'receipt',
  'record',
  'secret',
  'secretHash',
  'upload',
]);
/** What may describe a person. The log is locked for years, so it has only the hash. */
const personal: ReadonlySet<string> = new Set([
  'answers',
  'description',
  'fileName',
  'filename',
  'responses',
  'sourceUrl',
]);
const longestText = 500;
const longestList = 50;

/** A value as the audit log keeps it: no secret, nothing personal, and of bounded size. A hash still shows a change. */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return value;
  if (secrets.has(name)) return '(secret)';
  if (name === 'url' && typeof value === 'string') return `${originOf(value)} ${hashed(value)}`;
  if (personal.has(name)) return hashed(value);
  if (typeof value === 'string') return value.length > longestText ? hashed(value) : value;
  if (Array.isArray(value))
    return value.length > longestList ? hashed(value) : value.map((one) => withoutSecrets(one));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, key)]));
}

/** The path and the query of a webhook's URL may be a secret. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : 'an address');

const hashed = (value: unknown): string => `sha256:${sha256(canonicalJson(value))}`;
