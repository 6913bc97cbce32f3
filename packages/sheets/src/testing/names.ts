/** Names, streets and towns of a language, as people there write them. */
export interface Names {
  readonly family: readonly string[];
  readonly given: readonly string[];
  readonly places: readonly string[];
}

const list = (text: string): string[] => text.split(/\s/u);
export const names = (family: string, given: string, places: string): Names => ({
  family: list(family),
  given: list(given),
  places: places.replaceAll('\n', ' ').split(', '),
});
