import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';

const header = 'Name,Owner Number,E-mail,Phone,Payment Type,Address';
const first = ['Ann', 'Bob', 'Chloe', 'Dan', 'Eva', 'Finn', 'Grace', 'Hugo', 'Ida', 'Jack'];
const last = ['Miller', 'Smith', 'Jones', 'Brown', 'Taylor', 'Wilson', 'Walker', 'Young', 'King', 'Hill'];
const accented = ['Zoë Müller', 'José Núñez', 'Søren Ødegård', 'Žofie Dvořáková', 'Łukasz Żak'];
const beyondLatin = ['Анна Иванова', 'Γιώργος Παππάς', '李伟', '田中さくら', 'محمد علي'];
const streets = ['Main Street', 'High Street', 'Church Lane', 'Station Road', 'Mill Lane', 'Park Avenue'];
const towns = ['Springfield', 'Riverside', 'Fairview', 'Georgetown', 'Greenville', 'Salem'];
const payments = ['check', 'wire', 'ach'];

/**
 * One contact: of twenty, three have a name beyond ASCII, one has an address of two lines, and another one an address with
 * quotes and a comma in it. The same text each time.
 */
function contact(row: number): string {
  const number = String(row).padStart(8, '0');
  const name = nameOf(row);
  const address = `${(row % 980) + 1} ${pick(streets, row)} ${pick(towns, row + 3)} ${10_000 + (row % 89_999)} Suite ${row % 1000}A`;
  const cell = addressCell(address, row % 20);
  return `${name},${number},person-${number}@bench.example,+1 555 ${number},${pick(payments, row)},${cell}`;
}

function nameOf(row: number): string {
  if (row % 20 === 7) return pick(beyondLatin, row);
  if (row % 20 === 3 || row % 20 === 13) return pick(accented, row);
  return `${pick(first, row)} ${pick(last, row >> 3)}`;
}

function addressCell(address: string, kind: number): string {
  if (kind === 5) return `"${address}\nUpper floor"`;
  return kind === 11 ? `"The ""old"" house, ${address}"` : address;
}

function pick(texts: readonly string[], at: number): string {
  return texts[(at * 7 + (at >> 4)) % texts.length] ?? '';
}

/** Writes a sheet of so many contacts, about 117 bytes each. */
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
