import type { Answer } from './answer.ts';

/** An answer whose words hold no credential, even where a server, or something in front of it, has sent it back. */
export function withoutSecrets<A extends Answer>(answer: A, secrets: readonly string[]): A {
  // The longer first, since one may be part of the other.
  const longest = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length);
  const hide = (text: string): string =>
    longest.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
  switch (answer.kind) {
    case 'ok':
      return answer;
    case 'refused':
      return { ...answer, message: hide(answer.message) };
    default:
      return { ...answer, detail: hide(answer.detail) };
  }
}
