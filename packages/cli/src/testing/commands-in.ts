const word = String.raw`(?:'[^'\n]*'|"[^"\n]*"|[^\s'"${'`'}])+`;
const command = new RegExp(`npx sluice ((?:${word})(?: ${word})*)`, 'gu');

/** Every command that a text names, without `npx sluice`: up to the end of its line, two spaces, or the quote around it. */
export function commandsIn(text: string): string[] {
  return [...text.matchAll(command)].map(([, found = '']) => found.replace(/[.:;,]$/u, ''));
}

const places = /^(?:--(?:stack|region|aws-profile) \S+ )+/u;
const under: Readonly<Record<string, readonly string[]>> = {
  people: ['add'],
  audit: ['verify', 'export'],
  profiles: ['pause', 'resume', 'rm'],
  migrations: ['pause', 'resume', 'rm'],
};

/** What a command is like: `decide … --batch … --not-applied`. What it is called with stands as `…`. */
export function shapeOf(words: readonly string[]): string {
  const [first = '', ...others] = words;
  const shape = others.map((one, at) =>
    one.startsWith('--') || (at === 0 && under[first]?.includes(one)) ? one : '…',
  );
  return [first, ...shape].join(' ').replaceAll(/…(?: …)+/gu, '…');
}

/** A command as it is typed on one machine. */
export const onThisMachine = (command: string): string => command.replace(places, '');
