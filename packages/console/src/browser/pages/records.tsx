export function Records() {
  return <h1>Records</h1>;
}
