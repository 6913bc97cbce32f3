import { createHash } from 'node:crypto';
import { idOf, type Person } from './people.ts';

const style = `
body { font: 16px/1.5 system-ui; max-width: 26em; margin: 3em auto; padding: 0 1em }
button { font: inherit; display: block; width: 100%; margin: .5em 0; padding: .6em 1em; text-align: left; cursor: pointer }
small { opacity: .8 }
`;

/** A page with a button for each person. Nobody has a password on one machine. */
export function signInPage(people: readonly Person[]): string {
  const buttons = people.map(
    (person) =>
      `<button name="person" value="${idOf(person)}">${escaped(person.name)}<br><small>${escaped(
        [person.email, ...person.groups].join(', '),
      )}</small></button>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Sign in</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main>
<h1>Who are you?</h1>
<p>On one machine everybody signs in without a password.</p>
<form method="post">
${buttons.join('\n')}
</form>
</main>
</html>
`;
}

/** @param callbacks where the form may lead in the end */
export function signInHeaders(callbacks: readonly string[]): Record<string, string> {
  const origins = [...new Set(callbacks.map((url) => new URL(url).origin))];
  return {
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      // An icon of its own: browsers would ask for /favicon.ico.
      'img-src data:',
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      `form-action 'self' ${origins.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'content-type': 'text/html; charset=utf-8',
    // Without a referrer to itself, a browser sends the form with the origin `null`.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => escapes[mark] ?? mark);
