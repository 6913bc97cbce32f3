/** Tests share a store and keep out of one another's way by working on sites of their own. */
let sites = 0;
export function newSite(): string {
  sites += 1;
  return `site${sites}`;
}
