/** The page's content security policy: what it may load, and where it may send, itself and these places. */
export const contentPolicy = (places: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    ["connect-src 'self'", ...places].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sluice',
  ].join('; ');
