export const odsType = 'application/vnd.oasis.opendocument.spreadsheet';
export const contentPart = 'content.xml';

/** An OpenDocument archive has its type in front, neither packed nor with anything before it. */
export function isOds(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 200);
  return start.startsWith('PK\u0003\u0004') && start.startsWith(`mimetype${odsType}`, 30);
}
