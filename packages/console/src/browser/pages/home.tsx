export function Home() {
  return <h1>Runs</h1>;
}
