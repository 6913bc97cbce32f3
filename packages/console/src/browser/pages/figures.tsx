export function Figures() {
  return <h1>Figures</h1>;
}
