import { describe, expect, it, test } from 'vitest';
import * as fc from 'fast-check';
import { addressKind, type AddressKind } from './address-kind.ts';

const known: readonly (readonly [AddressKind, ...string[]])[] = [
  ['public', '1.1.1.1', '8.8.8.8', '93.184.215.14', '9.255.255.255', '11.0.0.0', '223.255.255.255'],
  ['public', '126.255.255.255', '128.0.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255'],
  ['public', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
  ['public', '198.17.255.255', '198.20.0.0', '192.0.1.1', '203.0.114.0', '168.63.129.15'],
  ['public', '2606:4700::1111', '2a00:1450:4001:82a::200e', '2001:200::1', '2600::', '2620:0:2d0::1'],
  ['loopback', '127.0.0.1', '127.0.0.0', '127.255.255.255', '127.1.2.3', '::1', '0:0:0:0:0:0:0:1'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.1'],
  ['private', 'fc00::', 'fd12:3456:789a::1', 'fdff:ffff::', 'fec0::1'],
  ['linkLocal', '169.254.0.0', '169.254.169.253', '169.254.255.255', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  ['metadata', '169.254.169.254', 'fd00:ec2::254', 'FD00:0EC2:0::0254', '169.254.170.2', '169.254.170.23'],
  ['metadata', 'fd00:ec2::23', 'fd20:ce::254', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ['carrierNat', '100.64.0.0', '100.127.255.255'],
  ['unspecified', '0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::0.0.0.0'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['tunnel', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2002:808:808::1', '192.88.99.1'],
  ['reserved', '0.0.0.1', '0.255.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255'],
  ['reserved', '198.51.100.7', '203.0.113.255', '240.0.0.0', '255.255.255.255'],
  ['reserved', '100::1', '2001:db8::1', '2001:2::1', '2001:10::1', '2001:20::1', '3fff::1', '3ffe::1'],
  ['reserved', '4000::1', '5f00::1', '64:ff9b:1::1', '64:ff9b:1::7f00:1', '8000::', 'fe00::1'],
  ['invalid', '', ' ', 'localhost', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '1.1.1.1 '],
  ['invalid', '256.0.0.1', '1.1.1', '1.1.1.1.1', '[::1]', ':::', '1::2::3', '::1/128', '10.0.0.1/8', 'g::1'],
];

const rows = known.flatMap(([kind, ...ips]) => ips.map((ip) => [ip, kind] as const));

test.each(rows)('%s is %s', (ip, kind) => {
  expect(addressKind(ip)).toBe(kind);
});

const ipv4 = rows.filter(([ip, kind]) => kind !== 'invalid' && !ip.includes(':'));

describe('an IPv4 address inside of IPv6', () => {
  const groups = (ip: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  };

  test.each(ipv4)('%s is %s as it is mapped, in each spelling', (ip, kind) => {
    for (const form of [`::ffff:${ip}`, `::FFFF:${groups(ip)}`, `0:0:0:0:0:ffff:${groups(ip)}`]) {
      expect(addressKind(form), form).toBe(kind);
    }
  });

  test.each(ipv4)('%s is %s behind NAT64', (ip, kind) => {
    expect(addressKind(`64:ff9b::${ip}`)).toBe(kind);
    expect(addressKind(`64:ff9b::${groups(ip)}`)).toBe(kind);
  });

  test.each(ipv4)('%s (%s) is never public in the forms that are not in use any more', (ip, kind) => {
    const ends = kind === 'public' ? 'reserved' : kind;
    expect(addressKind(`::ffff:0:${ip}`), 'translated').toBe(ends);
    expect(addressKind(`2002:${groups(ip)}::1`), '6to4').toBe(kind === 'public' ? 'tunnel' : kind);
    // As 0.0.0.0 and 0.0.0.1 these are the addresses of IPv6 itself.
    const compatible = { '0.0.0.0': 'unspecified', '0.0.0.1': 'loopback' }[ip] ?? ends;
    expect(addressKind(`::${ip}`), 'compatible').toBe(compatible);
  });
});

describe('any address', () => {
  const bytes4 = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255)));
  const groups8 = fc.tuple(...Array.from({ length: 8 }, () => fc.nat(0xffff)));

  it('has one kind, whatever its spelling', () => {
    fc.assert(
      fc.property(groups8, (groups) => {
        const plain = groups.map((group) => group.toString(16)).join(':');
        const long = groups.map((group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':');
        const short = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
        const kind = addressKind(plain);
        expect(kind).not.toBe('invalid');
        expect([addressKind(long), addressKind(short), addressKind(`${plain}%1`)]).toEqual([
          kind,
          kind,
          kind,
        ]);
      }),
    );
  });

  it('of IPv4 is what it is mapped', () => {
    fc.assert(
      fc.property(bytes4, (bytes) => {
        const ip = bytes.join('.');
        expect(addressKind(`::ffff:${ip}`)).toBe(addressKind(ip));
        expect(addressKind(ip)).not.toBe('invalid');
      }),
    );
  });

  it('of IPv6 is public only in 2000::/3 or behind NAT64', () => {
    fc.assert(
      fc.property(groups8, (groups) => {
        const ip = groups.map((group) => group.toString(16)).join(':');
        const first = groups[0] ?? 0;
        if (addressKind(ip) === 'public') expect(first >> 13).toBe(1);
      }),
    );
  });

  it('that is no address is invalid, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (/^[\d.]+$|:/u.test(text)) return;
        expect(addressKind(text)).toBe('invalid');
      }),
    );
  });
});
