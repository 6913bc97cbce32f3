import { readFileSync } from 'node:fs';
import ts from 'typescript';

type Comments = ReadonlyMap<string, string>;

/** What the source says of each setting, or group of settings, by its path, such as `keep.days`. */
export function settingComments(files: readonly URL[]): Comments {
  const constants = new Map<string, ts.Expression>();
  for (const file of files)
    ts.forEachChild(sourceOf(file), (node) => {
      if (!ts.isVariableStatement(node)) return;
      for (const { name, initializer } of node.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer && !constants.has(name.text))
          constants.set(name.text, initializer);
    });
  const comments = new Map<string, string>();
  const root = constants.get('allSettings');
  if (root) walk(root, '', constants, comments);
  return comments;
}

function walk(
  node: ts.Expression,
  path: string,
  constants: ReadonlyMap<string, ts.Expression>,
  comments: Map<string, string>,
): void {
  const go = (inner: ts.Expression, at = path): void => walk(inner, at, constants, comments);
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    if (value) go(value);
  } else if (ts.isCallExpression(node)) {
    if (ts.isPropertyAccessExpression(node.expression)) go(node.expression.expression);
    for (const argument of membersIn(node)) go(argument);
  } else if (ts.isObjectLiteralExpression(node))
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) go(property.expression);
      if (!ts.isPropertyAssignment(property)) continue;
      const at = `${path}${path && '.'}${(property.name as ts.Identifier).text}`;
      const comment = commentOf(property);
      if (comment !== '') comments.set(at, comment);
      go(property.initializer, at);
    }
}

/** The members of `group({…})` and `.extend({…})`, whose other arguments are values. */
const membersIn = ({ expression, arguments: given }: ts.CallExpression): readonly ts.Expression[] => {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return ts.isIdentifier(name) && ['group', 'extend'].includes(name.text) ? given : [];
};

function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').split('\n').join(' ');
}

const sourceOf = (file: URL): ts.SourceFile =>
  ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
