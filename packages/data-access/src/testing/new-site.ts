/** A new site id. Tests share a store, so each works on its own site. */
let sites = 0;
export function newSite(): string {
  sites += 1;
  return `site${sites}`;
}
