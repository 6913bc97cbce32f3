import type { Addresses } from '../addresses/addresses.ts';

/** A page with all addresses for a person, without secrets. */
export function overviewPage(addresses: Omit<Addresses, 'console'>): string {
  const { dataAccess, s3, mail, control, history, pid } = addresses;
  const rows = [
    ['Data access service', dataAccess.baseUrl],
    ['Control panel (bearer token)', control.baseUrl],
    ['Import history (bearer token)', `${history.baseUrl}/runs`],
    ['Mails that were sent', mail.url],
    ['S3', s3.endpoint],
    ['Inbox', `s3://${s3.bucket}/${s3.inbox}`],
    ['Results', `s3://${s3.resultsBucket}/`],
    ['Process', String(pid)],
  ];
  const cells = rows.map(([name = '', value = '']) => `<tr><th>${name}</th><td>${linked(value)}</td></tr>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sluice on this machine</title>
<style>body { font: 16px system-ui; margin: 3em } th { text-align: left; padding: .3em 2em .3em 0; font-weight: 500 }</style>
<h1>Sluice on this machine</h1>
<table>${cells.join('\n')}</table>
<p>Keys and tokens are in <code>local.json</code> in the data folder.</p>
</html>
`;
}

function linked(value: string): string {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return value.startsWith('http') ? `<a href="${text}">${text}</a>` : text;
}
