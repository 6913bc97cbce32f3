import { anybody, type Person } from './people.ts';
import { dateBetween, digits, randomOf, type Random } from './random.ts';

export const clientHeader = [
  'Name',
  'E-mail',
  'Home Phone',
  'Cell Phone',
  'Work phone',
  'Time Zone',
  'Lang Code',
  'Is suspended',
  'First Contact Date',
];

/** Correct rows of clients, typed the way people keep lists by hand. */
export function clientRows(count: number, seed: number): string[][] {
  const random = randomOf(seed);
  const addresses = new Set<string>();
  return Array.from({ length: count }, () => {
    const person = anybody(random);
    return [
      nameAsTyped(person, random),
      freshAddress(person, addresses, random),
      random.once(8) ? '' : person.home,
      random.once(3) ? '' : person.cell,
      random.once(4) ? workPhone(person, random) : '',
      person.zone,
      random.once(6) ? '' : person.language,
      random.pick(['no', 'no', 'no', 'No', '', '', 'yes']),
      random.once(5) ? '' : dateBetween(2008, 2026, random),
    ];
  });
}

function nameAsTyped({ name, given, family }: Person, random: Random): string {
  if (random.once(9)) return `${family}, ${given}`;
  if (random.once(40)) return `${family} Family Trust\nc/o ${name}`;
  if (random.once(50)) return `${given} "${given.slice(0, 2)}" ${family}`;
  if (random.once(60)) return `${family} & Sons, Ltd.`;
  // Some systems write an accent as a character of its own.
  return random.once(25) ? name.normalize('NFD') : name;
}

/** Unique in the sheet, since clients are found by their address. */
function freshAddress({ handle }: Person, taken: Set<string>, random: Random): string {
  for (let number = 1; ; number += 1) {
    const local = number === 1 ? handle : `${handle}${number}`;
    const typed = random.once(15) ? local.toUpperCase() : local;
    const address = `${typed}${random.once(30) ? '+news' : ''}@example.${random.pick(['com', 'org', 'net'])}`;
    const folded = address.toLowerCase();
    if (taken.has(folded)) continue;
    taken.add(folded);
    return address;
  }
}

function workPhone({ home }: Person, random: Random): string {
  return random.once(3) ? digits(`${home} ext. ##`, random) : home;
}
