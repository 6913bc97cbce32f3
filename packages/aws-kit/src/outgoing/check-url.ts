import { addressKind, type AddressKind } from './address-kind.ts';

export interface UrlRules {
  /** For a run on one machine: also http, and only to this machine itself. */
  readonly allowLoopback: boolean;
}

export type CheckedUrl =
  { readonly kind: 'fine'; readonly url: URL } | { readonly kind: 'refused'; readonly message: string };

const longest = 2048;

/** Whether a webhook may have this URL. The sender checks again, since a name may resolve to another address. */
export function checkUrl(text: string, rules: UrlRules): CheckedUrl {
  if (text.length > longest) return refused(`expected at most ${longest} characters`);
  const url = URL.canParse(text) && !/[\s\p{Cc}\\]/u.test(text) ? new URL(text) : undefined;
  if (url === undefined) return refused('expected a whole URL, such as https://example.com/webhooks');
  const message = wrongParts(url, rules) ?? wrongHost(url, rules);
  return message === undefined ? { kind: 'fine', url } : refused(message);
}

/** Whether a delivery may go to an address of this kind. What is not encrypted stays on this machine. */
export function mayReach(kind: AddressKind, url: URL, { allowLoopback }: UrlRules): boolean {
  return kind === 'loopback' ? allowLoopback : kind === 'public' && url.protocol === 'https:';
}

/** The host of a URL as `node:net` takes it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/gu, '');
}

function wrongParts(url: URL, { allowLoopback }: UrlRules): string | undefined {
  if (url.protocol !== 'https:' && !(allowLoopback && url.protocol === 'http:')) {
    return allowLoopback
      ? 'expected a URL that begins with https:// (or http:// to this machine itself)'
      : 'expected a URL that begins with https://';
  }
  if (url.username !== '' || url.password !== '') return 'expected no user name or password in the URL';
  return url.href.includes('#') ? 'expected no fragment (#…) in the URL' : undefined;
}

function wrongHost(url: URL, rules: UrlRules): string | undefined {
  const host = hostOf(url);
  const kind = addressKind(host);
  if (kind !== 'invalid') {
    return mayReach(kind, url, rules) ? undefined : `expected a public address, not one ${words[kind]}`;
  }
  const local = /^(?:.+\.)?localhost\.?$/u.test(host);
  if (local) return rules.allowLoopback ? undefined : 'expected a public host, not this machine itself';
  return url.protocol === 'https:' ? undefined : 'expected https:// to any host but this machine itself';
}

/** Words that follow "an address". */
const words: Record<AddressKind, string> = {
  public: 'that is public, without encryption',
  loopback: 'of this machine itself',
  private: 'of a private network',
  linkLocal: 'of the local link',
  metadata: 'where a cloud keeps credentials',
  carrierNat: "inside a provider's network",
  unspecified: 'that means none',
  multicast: 'of many machines',
  tunnel: 'behind a relay',
  reserved: 'that is reserved',
  invalid: 'that cannot be read',
};

/** Why nothing is sent there. It hides the address, which would show outsiders how names resolve inside. */
export function forbiddenReason(kind: AddressKind): string {
  return `the host leads to an address ${words[kind]}`;
}

function refused(message: string): CheckedUrl {
  return { kind: 'refused', message };
}
