export function Rows() {
  return <h1>Rows</h1>;
}
