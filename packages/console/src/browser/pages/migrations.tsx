export function Migrations() {
  return <h1>Migrations</h1>;
}
