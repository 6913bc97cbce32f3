import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';

export const header = 'Name,Owner Number,E-mail,Phone,Payment Type,Address';
const first = ['Ann', 'Bob', 'Chloe', 'Dan', 'Eva', 'Finn', 'Grace', 'Hugo', 'Ida', 'Jack'];
const last = ['Miller', 'Smith', 'Jones', 'Brown', 'Taylor', 'Wilson', 'Walker', 'Young', 'King', 'Hill'];
const accented = ['Zoë Müller', 'José Núñez', 'Søren Ødegård', 'Žofie Dvořáková', 'Łukasz Żak'];
const beyondLatin = ['Анна Иванова', 'Γιώργος Παππάς', '李伟', '田中さくら', 'محمد علي'];
const streets = ['Main Street', 'High Street', 'Church Lane', 'Station Road', 'Mill Lane', 'Park Avenue'];
const towns = ['Springfield', 'Riverside', 'Fairview', 'Georgetown', 'Greenville', 'Salem'];
const payments = ['check', 'wire', 'ach'];

/**
 * One contact, always the same text. Of twenty contacts, three have a name beyond ASCII, one has an address of two lines, and
 * another has an address with quotes and a comma.
 */
export function contact(row: number): string {
  const number = String(row).padStart(8, '0');
  const kind = row % 20;
  const usual = `${pick(first, row)} ${pick(last, row >> 3)}`;
  const name = kind === 7 ? pick(beyondLatin, row) : kind % 10 === 3 ? pick(accented, row) : usual;
  const address = `${(row % 980) + 1} ${pick(streets, row)} ${pick(towns, row + 3)} ${10_000 + (row % 89_999)} Suite ${row % 1000}A`;
  const quoted = kind === 5 ? `"${address}\nUpper floor"` : `"The ""old"" house, ${address}"`;
  const cells = [name, number, `person-${number}@bench.example`, `+1 555 ${number}`, pick(payments, row)];
  return [...cells, kind === 5 || kind === 11 ? quoted : address].join(',');
}

function pick(texts: readonly string[], at: number): string {
  return texts[(at * 7 + (at >> 4)) % texts.length] ?? '';
}

/** Writes a sheet with this many contacts, about 117 bytes each. */
export async function writeContacts(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  let lines = [header];
  for (let row = 1; row <= rows; row += 1) {
    lines.push(contact(row));
    if (lines.length < 2000 && row < rows) continue;
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain');
    lines = [];
  }
  out.end();
  await finished(out);
}
