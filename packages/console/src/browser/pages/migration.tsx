export function Migration() {
  return <h1>Migration</h1>;
}
