/* The ledger packs the items of its table by these. A page has no table: the history gives it their fields. */

function refuse(): never {
  throw new Error('A page packs nothing.');
}
export { refuse as deflateRawSync, refuse as inflateRawSync };
