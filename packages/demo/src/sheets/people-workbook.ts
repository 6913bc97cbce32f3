import { createXlsxWriter } from '@sluice/sheets/xlsx-writer';
import { clientHeader, clientRows } from './clients.ts';
import { anybody } from './people.ts';
import { randomOf } from './random.ts';

const regions = ['Coast', 'Highlands', 'River valley', 'Island of Fohr', 'Old town', 'Harbour'];
const roles = ['Case manager', 'Field nurse', 'Volunteer', 'Interpreter, sworn'];

/** A workbook as a team keeps it: its sheets refer to rows of other sheets by name, since people do not know ids. */
export function peopleWorkbook(professionals: number, clients: number): Buffer {
  const sheets: Readonly<Record<string, readonly (readonly string[])[]>> = {
    Lists: [['Name'], ['Regions']],
    Regions: [['Title', 'Code'], ...regions.map((title, index) => [title, `R${index + 1}`])],
    Roles: [['Name'], ...roles.map((name) => [name])],
    Professionals: professionalRows(professionals),
    Clients: [clientHeader, ...clientRows(clients, 77)],
  };
  const [[sheetName = '', rows = []] = [], ...others] = Object.entries(sheets);
  const moreSheets = others.map(([name]) => name);
  const writer = createXlsxWriter({ header: rows[0] ?? [], sheetName, moreSheets });
  const pieces = [writer.write(numbered(rows))];
  for (const [, more] of others) pieces.push(writer.nextSheet(more[0] ?? []), writer.write(numbered(more)));
  return Buffer.concat([...pieces, writer.end()]);
}

const numbered = ([, ...rows]: readonly (readonly string[])[]) =>
  rows.map((cells, index) => ({ number: index + 2, cells }));

/** Each with the names of one or two roles, sometimes spelled differently than in the sheet of roles. */
function professionalRows(count: number): string[][] {
  const random = randomOf(41);
  const rows = Array.from({ length: count }, (_, index) => {
    const { name, handle } = anybody(random);
    const first = roles[index % roles.length] ?? '';
    const second = roles[(index + 1) % roles.length] ?? '';
    const named = random.once(3) ? `${first}; ${second}` : first;
    return [name, `${handle}.${index + 1}@example.org`, random.once(5) ? named.toUpperCase() : named];
  });
  return [['Name', 'E-mail', 'Role ids'], ...rows];
}
