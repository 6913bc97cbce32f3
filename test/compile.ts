import { resolve } from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/** Sources that are on the disk, parsed once: they are thousands. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler says of sources that are on no disk, each as the line it is about and the words. The sources are by
 * name, as if they lay beside this file.
 */
export function complaints(sources: Readonly<Record<string, string>>): string[] {
  const virtual = new Map(
    Object.entries(sources).map(([name, text]) => [resolve(import.meta.dirname, name), text]),
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => virtual.get(path) ?? readFile(path);
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = virtual.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, target, ...rest));
    return parsed.get(path);
  };
  const program = ts.createProgram([...virtual.keys()], options, host);
  // Of these sources only: what they import is checked elsewhere.
  const own = [...virtual.keys()].flatMap((path) => program.getSourceFile(path) ?? []);
  const found = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return found.map(({ messageText, start = 0, file }) => {
    const line = file === undefined ? '?' : lineAt(file, start);
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

const lineAt = (file: ts.SourceFile, start: number): string =>
  file.text.split('\n')[file.getLineAndCharacterOfPosition(start).line] ?? '?';
