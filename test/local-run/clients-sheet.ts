/** A sheet of so many clients, each with an address of its own: the same text each time for the same mark. */
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

/** The domain of their addresses, by which the people of one sheet are told from others. */
export const domainOf = (mark: string): string => `${mark}.example`;
