import * as z from 'zod';
import names from './people.json' with { type: 'json' };
import { digits, type Random } from './random.ts';

/** Names, zone, language and telephone numbers of one place. The numbers are reserved for fiction. */
const placeSchema = z.object({
  zone: z.string(),
  language: z.string(),
  home: z.string(),
  cell: z.string(),
  familyFirst: z.boolean().optional(),
  /** `name:as written in an e-mail address`, separated by spaces. */
  given: z.string(),
  family: z.string(),
});
type Place = z.infer<typeof placeSchema>;

export interface Person extends Omit<Place, 'familyFirst'> {
  readonly name: string;
  /** For an e-mail address: ASCII. */
  readonly handle: string;
}

const west = z.tuple([placeSchema], placeSchema).parse(names.west);
const everywhere: typeof west = [...west, ...z.array(placeSchema).parse(names.elsewhere)];

/** Somebody from western Europe or North America, whose name Windows-1252 can write. */
export const westerner = (random: Random): Person => personOf(random.pick(west), random);

/** Somebody from anywhere, more often from the west. */
export const anybody = (random: Random): Person =>
  personOf(random.once(2) ? random.pick(west) : random.pick(everywhere), random);

function personOf(place: Place, random: Random): Person {
  const given = nameOf(place.given, random);
  const family = nameOf(place.family, random);
  return {
    name: place.familyFirst ? `${family.text}${given.text}` : `${given.text} ${family.text}`,
    given: given.text,
    family: family.text,
    handle: `${given.handle}.${family.handle}`,
    zone: place.zone,
    language: place.language,
    home: digits(place.home, random),
    cell: digits(place.cell, random),
  };
}

/** A raised dot is a space inside a name. */
function nameOf(names: string, random: Random): { readonly text: string; readonly handle: string } {
  const [first = '', ...others] = names.split(' ');
  const [text = '', handle = ''] = random.pick([first, ...others]).split(':');
  return { text: text.replaceAll('·', ' '), handle };
}
