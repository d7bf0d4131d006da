import { parseSync } from 'oxc-parser';

/** Exports that only give something imported another name or another home: their names. */
export function findAliases(path, text) {
  const { program } = parseSync(path, text);
  const imported = new Set(
    program.body
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  );
  return program.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return ['*'];
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.source) return statement.specifiers.map(({ exported }) => exported.name);
    const moved = statement.specifiers.filter(({ local }) => imported.has(local.name));
    return [...moved.map(({ exported }) => exported.name), ...declaredAliases(statement.declaration, imported)];
  });
}

function declaredAliases(declaration, imported) {
  if (declaration?.type === 'FunctionDeclaration') return isAlias(declaration, imported) ? [declaration.id.name] : [];
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.filter(({ init }) => isAlias(init, imported)).map(({ id }) => id.name);
}

/** An imported name, or a function that only passes its parameters to one. */
function isAlias(node, imported) {
  if (node?.type === 'Identifier') return imported.has(node.name);
  if (node?.type !== 'ArrowFunctionExpression' && node?.type !== 'FunctionDeclaration') return false;
  const call = returned(node.body);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || !imported.has(call.callee.name))
    return false;
  const parameters = node.params.map(({ type, name }) => (type === 'Identifier' ? name : undefined));
  return (
    parameters.length > 0 &&
    parameters.length === call.arguments.length &&
    call.arguments.every((argument, place) => argument.type === 'Identifier' && argument.name === parameters[place])
  );
}

function returned(body) {
  const expression = body.type === 'BlockStatement' ? (body.body.length === 1 ? body.body[0].argument : null) : body;
  return expression?.type === 'AwaitExpression' ? expression.argument : expression;
}
