import { isIPv4, isIPv6 } from 'node:net';

export const addressKinds = [
  'public',
  'loopback',
  'private',
  'linkLocal',
  /** Where a cloud tells its machines their credentials. */
  'metadata',
  /** Shared by the customers of one provider (RFC 6598). */
  'carrierNat',
  'unspecified',
  'multicast',
  /** Tunnels of IPv6 over IPv4 that lead through somebody's relay: 6to4, Teredo. */
  'tunnel',
  /** For documentation, for tests of speed, for later, or not handed out: nobody is reached there. */
  'reserved',
  /** No address in its usual spelling. */
  'invalid',
] as const;
export type AddressKind = (typeof addressKinds)[number];

/**
 * What an address is, by the registries of special addresses (RFC 6890 and what came after). All are compared as 128 bits, an
 * IPv4 address as `::ffff:a.b.c.d`. The first line that holds an address decides.
 */
const blocks: readonly (readonly [kind: AddressKind, ...cidrs: string[]])[] = [
  ['metadata', '169.254.169.254/32', '169.254.170.2/32', '169.254.170.23/32'],
  // Of other clouds, some of them in ranges that are otherwise open.
  ['metadata', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  ['metadata', 'fd00:ec2::254/128', 'fd00:ec2::23/128', 'fd20:ce::254/128'],
  ['unspecified', '0.0.0.0/32', '::/128'],
  ['loopback', '127.0.0.0/8', '::1/128'],
  ['private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'],
  ['linkLocal', '169.254.0.0/16', 'fe80::/10'],
  ['carrierNat', '100.64.0.0/10'],
  ['multicast', '224.0.0.0/4', 'ff00::/8'],
  ['reserved', '0.0.0.0/8', '192.0.0.0/24', '192.0.2.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ['reserved', '203.0.113.0/24', '240.0.0.0/4'],
  ['tunnel', '192.88.99.0/24', '2001::/32', '2002::/16'],
  ['public', '::ffff:0:0/96'],
  ['reserved', '2001::/23', '2001:db8::/32', '3ffe::/16', '3fff::/20'],
  ['public', '2000::/3'],
  ['reserved', '::/0'],
];

/** Where IPv6 holds an IPv4 address: that one decides, unless it is public, and then the form does. */
const carriers: readonly Carrier[] = [
  // NAT64: how a network that has IPv6 alone reaches a receiver that has not.
  { block: blockOf('64:ff9b::/96'), bitsBehind: 0n, ofPublic: 'public' },
  { block: blockOf('::/96'), bitsBehind: 0n, ofPublic: 'reserved' },
  { block: blockOf('::ffff:0:0:0/96'), bitsBehind: 0n, ofPublic: 'reserved' },
  { block: blockOf('2002::/16'), bitsBehind: 80n, ofPublic: 'tunnel' },
];

interface Carrier {
  readonly block: Block;
  readonly bitsBehind: bigint;
  readonly ofPublic: AddressKind;
}

interface Block {
  readonly bits: bigint;
  readonly free: bigint;
}

const mapped = 0xffffn << 32n;
const table = blocks.flatMap(([kind, ...cidrs]) => cidrs.map((cidr) => ({ kind, block: blockOf(cidr) })));

/** What lies behind an address, in whatever form it is written or carried. Only `public` is for everybody. */
export function addressKind(ip: string): AddressKind {
  const bits = bitsOf(ip);
  return bits === undefined ? 'invalid' : kindOf(bits);
}

function kindOf(bits: bigint): AddressKind {
  const kind = table.find(({ block }) => holds(block, bits))?.kind ?? 'reserved';
  if (kind !== 'reserved' && kind !== 'tunnel') return kind;
  const carrier = carriers.find(({ block }) => holds(block, bits));
  if (carrier === undefined) return kind;
  const inside = kindOf(mapped | ((bits >> carrier.bitsBehind) & 0xffff_ffffn));
  return inside === 'public' ? carrier.ofPublic : inside;
}

function holds({ bits, free }: Block, address: bigint): boolean {
  return address >> free === bits >> free;
}

function blockOf(cidr: string): Block {
  const [ip = '', length = ''] = cidr.split('/');
  return { bits: bitsOf(ip) ?? 0n, free: (isIPv4(ip) ? 32n : 128n) - BigInt(length) };
}

function bitsOf(ip: string): bigint | undefined {
  if (isIPv4(ip)) return mapped | bitsOfIPv4(ip);
  // A zone says which of this machine's links is meant, and changes nothing of the address.
  return isIPv6(ip) ? bitsOfIPv6(ip.replace(/%.*$/su, '')) : undefined;
}

function bitsOfIPv4(ip: string): bigint {
  return ip.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function bitsOfIPv6(ip: string): bigint {
  const plain = ip.replace(/[\d.]+\.[\d.]+$/u, (tail) => {
    const bits = bitsOfIPv4(tail);
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
  });
  const [head = [], tail = []] = plain.split('::').map((side) => (side === '' ? [] : side.split(':')));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}
