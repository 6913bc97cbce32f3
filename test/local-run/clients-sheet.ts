/** A sheet with this many clients, each with its own address. The same mark gives the same text. */
export function clientsSheet(rows: number, mark: string): string {
  const lines = ['Name,E-mail,Cell Phone,Username,Lang Code'];
  for (let row = 1; row <= rows; row += 1) {
    const number = String(row).padStart(7, '0');
    lines.push(
      `"Müller, Zoë ${number}",person-${number}@${domainOf(mark)},0170 ${number},${mark}-${number},de`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** The domain of the addresses in one sheet. It identifies the people of that sheet. */
export const domainOf = (mark: string): string => `${mark}.example`;
