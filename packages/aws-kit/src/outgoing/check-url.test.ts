import { describe, expect, it, test } from 'vitest';
import { addressKinds } from './address-kind.ts';
import { checkUrl, forbiddenReason, mayReach } from './check-url.ts';

const deployed = { allowLoopback: false };
const local = { allowLoopback: true };

describe('a webhook may have', () => {
  test.each([
    'https://example.com',
    'https://example.com:8443/hooks?tenant=1&x=%23',
    'https://93.184.215.14/',
    'https://[2606:4700::1111]:8443/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/hooks',
    'HTTPS://EXAMPLE.COM/',
  ])('%s', (url) => {
    expect(checkUrl(url, deployed)).toEqual({ kind: 'fine', url: new URL(url) });
    expect(checkUrl(url, local).kind).toBe('fine');
  });

  test.each([
    'http://127.0.0.1:8787/hooks',
    'http://localhost:8787/hooks',
    'http://[::1]:8787/',
    'https://localhost/',
    'http://a.localhost/',
  ])('on one machine also %s', (url) => {
    expect(checkUrl(url, local).kind).toBe('fine');
    expect(checkUrl(url, deployed).kind).toBe('refused');
  });
});

describe('a webhook may not have', () => {
  test.each([
    ['', 'a whole URL'],
    ['example.com', 'a whole URL'],
    ['/hooks', 'a whole URL'],
    ['https://', 'a whole URL'],
    [' https://example.com/', 'a whole URL'],
    ['https://exa\nmple.com/', 'a whole URL'],
    ['https:\\\\example.com\\@127.0.0.1', 'a whole URL'],
    [`https://example.com/${'x'.repeat(2048)}`, 'at most 2048 characters'],
    ['http://example.com/', 'begins with https://'],
    ['ftp://example.com/', 'begins with https://'],
    ['file:///etc/passwd', 'begins with https://'],
    ['javascript:alert(1)', 'begins with https://'],
    ['https://ann@example.com/', 'no user name'],
    ['https://ann:secret@example.com/', 'no user name or password'],
    ['https://example.com/#top', 'no fragment'],
    ['https://example.com/#', 'no fragment'],
    ['https://10.0.0.1/', 'a public address, not one of a private network'],
    ['https://169.254.169.254/latest/meta-data/', 'not one where a cloud keeps credentials'],
    ['https://[fd00:ec2::254]/', 'not one where a cloud keeps credentials'],
    ['https://2130706433/', 'not one of this machine itself'],
    ['https://0x7f.0.0.1/', 'not one of this machine itself'],
    ['https://0177.1/', 'not one of this machine itself'],
    ['https://①②⑦.0.0.1/', 'not one of this machine itself'],
    ['https://127.0.0.1./', 'not one of this machine itself'],
    ['https://[::ffff:7f00:1]/', 'not one of this machine itself'],
    ['https://[::]/', 'not one that means none'],
    ['https://localhost/', 'not this machine itself'],
    ['https://LOCALHOST./', 'not this machine itself'],
    ['https://a.localhost/', 'not this machine itself'],
  ])('%s: expected %s', (url, expected) => {
    const checked = checkUrl(url, deployed);
    expect(checked.kind === 'refused' && checked.message).toContain(expected);
  });

  test.each([
    ['http://example.com/', 'https:// to any host but this machine itself'],
    ['http://93.184.215.14/', 'not one that is public, without encryption'],
    ['http://10.0.0.1/', 'not one of a private network'],
    ['ftp://localhost/', 'https:// (or http:// to this machine itself)'],
  ])('even on one machine %s: expected %s', (url, expected) => {
    const checked = checkUrl(url, local);
    expect(checked.kind === 'refused' && checked.message).toContain(expected);
  });
});

it('only public addresses are reached, and loopback where it is allowed', () => {
  const reached = (protocol: string, rules: { allowLoopback: boolean }) =>
    addressKinds.filter((kind) => mayReach(kind, new URL(`${protocol}://x.test/`), rules));
  expect(reached('https', deployed)).toEqual(['public']);
  expect(reached('https', local)).toEqual(['public', 'loopback']);
  expect(reached('http', local)).toEqual(['loopback']);
  expect(reached('http', deployed)).toEqual([]);
});

it('each kind of address has its words', () => {
  expect(new Set(addressKinds.map(forbiddenReason)).size).toBe(addressKinds.length);
});
