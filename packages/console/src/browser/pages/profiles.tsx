export function Profiles() {
  return <h1>Profiles</h1>;
}
