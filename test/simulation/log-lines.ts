const lines: string[] = [];
let isCaptured = false;

/** Keeps what the flow logs off the screen, and at hand; anything else goes where it went. */
export function captureLog(): void {
  if (isCaptured) return;
  isCaptured = true;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    if (typeof chunk !== 'string' || !/^\{.*"code":/u.test(chunk)) return write(chunk);
    lines.push(chunk);
    return true;
  };
}

/** What was logged since the last time that somebody asked. */
export function takeLog(): string[] {
  return lines.splice(0);
}
