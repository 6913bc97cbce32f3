/** A sheet of so many clients, each with an address of its own: the same text each time. */
export function clientsSheet(rows: number): string {
  const lines = ['Name,E-mail,Cell Phone,Username,Lang Code'];
  for (let row = 1; row <= rows; row += 1) {
    const number = String(row).padStart(7, '0');
    lines.push(`"Müller, Zoë ${number}",person-${number}@bench.example,0170 ${number},person-${number},de`);
  }
  return `${lines.join('\r\n')}\r\n`;
}
