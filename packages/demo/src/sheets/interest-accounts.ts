import { westerner } from './people.ts';
import { randomOf, type Random } from './random.ts';

export const accountHeader = ['Owner Number', 'Name', 'E-mail', 'Phone', 'Payment Type', 'Address'];

/** Rows of interest accounts as an old system exports them: numbers padded with zeros, addresses of several lines. */
export function accountRows(count: number, seed: number): string[][] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, index) => {
    const person = westerner(random);
    const name = random.once(12) ? `${person.family}, ${person.given} – Nachlass` : person.name;
    return [
      String(417 + 13 * index).padStart(7, '0'),
      name,
      random.once(5) ? '' : `${person.handle}@example.${random.pick(['com', 'org', 'net'])}`,
      random.once(3) ? '' : person.home,
      random.pick(['Check', 'Check', 'ACH', 'Wire', 'Überweisung', '']),
      addressOf(random),
    ];
  });
}

function addressOf(random: Random): string {
  const number = random.between(1, 240);
  const street = random.pick([
    `Königstraße ${number}`,
    `${number} rue de l’Église`,
    `${number} High Street; Flat ${random.between(1, 40)}`,
    `${number} Cañon Road, Suite ${random.between(100, 900)}`,
    `Postfach ${random.between(1000, 9999)}`,
  ]);
  const code = String(random.between(1000, 99_999)).padStart(5, '0');
  const town = random.pick(['Görlitz', 'Besançon', 'Aberystwyth', 'Peñasco', 'Sankt Märgen']);
  return random.once(3) ? `${street}\n${code} ${town}` : `${street}, ${code} ${town}`;
}
