/** A line of a mail has 300 characters. */
const longestLine = 280;
const mostLines = 4;

/** The names in lines of a mail, such as `Ignored columns: "A", "B"`, and how many there are beyond them. */
export function columnLists(title: string, headers: readonly string[]): string[] {
  const lines: string[] = [];
  let named = 0;
  for (const header of headers) {
    const last = lines.at(-1);
    const name = `"${header}"`;
    if (last !== undefined && last.length + name.length < longestLine)
      lines.splice(-1, 1, `${last}, ${name}`);
    else if (lines.length < mostLines) lines.push(`${title}: ${name}`);
    else break;
    named += 1;
  }
  const more = headers.length - named;
  return lines.map((line, at) => (more > 0 && at === lines.length - 1 ? `${line} and ${more} more` : line));
}
