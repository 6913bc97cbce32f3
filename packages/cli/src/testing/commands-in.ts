/** Every command that a text names, without `npx sluice`. One ends with its line, or where a sentence or a column goes on. */
export function commandsIn(text: string): string[] {
  const found = [...text.matchAll(/npx sluice ([^`\n]*?)(?=`|$| {2}|, |[.;:](?: |$)| names )/gmu)];
  return found.map(([, command = '']) => command).filter((command) => /^[a-z]/u.test(command));
}
