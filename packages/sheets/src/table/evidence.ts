/** What speaks for or against a reading of the top of a table, in points, and how a person is told. */
export const evidence = {
  range: { points: 20, says: 'the workbook declares its table there' },
  first: { points: 2, says: 'it is the first row' },
  names: { points: 4, says: 'a different name in every cell' },
  joinedNames: { points: 2, says: 'different names when joined' },
  known: { points: 4, says: 'names of fields' },
  severalKnown: { points: 2, says: '' },
  contrast: { points: 3, says: 'other kinds of values below' },
  contrasts: { points: 1, says: '' },
  bold: { points: 3, says: 'bold, unlike the row below' },
  merged: { points: 4, says: 'merged cells above several columns' },
  groups: { points: 2, says: 'names above several columns' },
  complement: { points: 3, says: 'the rows complete each other' },
  apart: { points: 1, says: 'a blank row above' },
  units: { points: 3, says: 'units below' },
  alike: { points: 5, says: 'the same kinds of values as the rows below' },
  years: { points: 4, says: 'years as names' },
  moreRows: { points: -3, says: 'more than one row' },
  dataAbove: { points: -6, says: 'rows above that are no titles' },
  raggedAbove: { points: -2, says: 'rows above that are as wide as no other' },
  pairAbove: { points: -1, says: 'pairs of cells above' },
  narrow: { points: -6, says: 'one cell, and wider rows below' },
  nameless: { points: -2, says: 'values below a cell without a name' },
  beyond: { points: -2, says: 'values beyond the last name' },
  namesWider: { points: -4, says: 'more names in a row below' },
  repeated: { points: -2, says: 'a name that comes twice' },
  values: { points: -4, says: 'values, not names' },
  stranger: { points: -3, says: 'a first row unlike the others' },
  namesBelow: { points: -6, says: 'names of fields in the row below' },
  sentence: { points: -4, says: 'perhaps one column of sentences' },
  noBody: { points: -4, says: 'no row below' },
  namesFirst: { points: -8, says: 'names in the first row' },
  spans: { points: 4, says: 'cells merged over all its rows' },
  cut: { points: -4, says: 'merged cells that reach further down' },
  boldBelow: { points: -4, says: 'a bold row below' },
} as const satisfies Record<string, { points: number; says: string }>;

export type EvidenceName = keyof typeof evidence;
export const evidenceNames = Object.keys(evidence) as EvidenceName[];

/** How much better than the second a reading must be, and how good: the first row needs less. */
export const certain = { lead: 2, least: 3, leastOfFirst: -2 } as const;

/** Without one of these, a header of several rows is a guess. */
export const structure: ReadonlySet<EvidenceName> = new Set([
  'merged',
  'spans',
  'bold',
  'complement',
  'severalKnown',
  'range',
]);

export function pointsOf(names: readonly EvidenceName[]): number {
  return names.reduce((sum, name) => sum + evidence[name].points, 0);
}

/** What speaks for a reading, for a person. */
export function saysFor(names: readonly EvidenceName[]): string {
  return names
    .filter((name) => evidence[name].points > 0 && evidence[name].says !== '')
    .map((name) => evidence[name].says)
    .join(', ');
}
