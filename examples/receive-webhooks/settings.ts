/** Reads `WEBHOOK_SECRET`, which the webhook's page shows, and `PORT` (8787 by default) from the environment. */
export function readSettings(): { secret: string; port: number } {
  const { WEBHOOK_SECRET: secret = '', PORT = '8787' } = process.env;
  const port = Number(PORT);
  if (secret === '') fail('WEBHOOK_SECRET: expected the secret of the webhook.');
  if (!/^\d+$/u.test(PORT) || port < 1 || port > 65_535) fail('PORT: expected a number from 1 to 65535.');
  return { secret, port };
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
