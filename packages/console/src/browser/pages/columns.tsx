export function Columns() {
  return <h1>Columns</h1>;
}
