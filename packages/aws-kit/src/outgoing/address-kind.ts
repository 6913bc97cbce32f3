import { BlockList, isIP, SocketAddress } from 'node:net';

export const addressKinds = [
  'public',
  'loopback',
  'private',
  'linkLocal',
  /** Where a cloud gives its machines their credentials. */
  'metadata',
  /** Shared by the customers of one provider (RFC 6598). */
  'carrierNat',
  'unspecified',
  'multicast',
  /** IPv6 tunnels over IPv4 through somebody's relay: 6to4, Teredo. */
  'tunnel',
  /** For documentation, benchmarks or future use; no public host has one. */
  'reserved',
  /** Not an address in its usual spelling. */
  'invalid',
] as const;
export type AddressKind = (typeof addressKinds)[number];

/** The registries of special addresses (RFC 6890 and its successors). The first line with the address decides. */
const blocks: readonly (readonly [kind: AddressKind, ...cidrs: string[]])[] = [
  ['metadata', '169.254.169.254/32', '169.254.170.2/32', '169.254.170.23/32'],
  // Other clouds, partly in ranges that are otherwise open.
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
  // NAT64 is how a network that only has IPv6 reaches a receiver that only has IPv4.
  ['public', '0.0.0.0/0', '64:ff9b::/96'],
  ['reserved', '2001::/23', '2001:db8::/32', '3ffe::/16', '3fff::/20'],
  ['public', '2000::/3'],
];

const table = blocks.map(([kind, ...cidrs]) => ({ kind, list: blockList(cidrs) }));

/** The kind of an address, however it is written or embedded. Only `public` is open to everyone. */
export function addressKind(ip: string): AddressKind {
  // A zone names a link of this machine; it is not part of the address.
  const address = ip.replace(/%.*/su, '');
  const version = isIP(ip) && isIP(address);
  if (version === 0) return 'invalid';
  const socket = new SocketAddress({ address, family: version === 4 ? 'ipv4' : 'ipv6' });
  return table.find(({ list }) => list.check(socket))?.kind ?? 'reserved';
}

/** Contains the blocks, and each IPv4 block in every embedded form but IPv4-mapped, which matches by itself. */
function blockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [ip = '', length = ''] = cidr.split('/');
    const bits = Number(length);
    list.addSubnet(ip, bits, isIP(ip) === 4 ? 'ipv4' : 'ipv6');
    if (isIP(ip) === 6 || bits === 0) continue;
    for (const prefix of ['64:ff9b::', '::', '::ffff:0:']) list.addSubnet(prefix + ip, 96 + bits, 'ipv6');
    const hex = Buffer.from(ip.split('.').map(Number)).toString('hex');
    list.addSubnet(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::`, 16 + bits, 'ipv6');
  }
  return list;
}
