import { parseSync } from 'oxc-parser';

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
/** A suite holds tests like a file holds functions, so its length says nothing. */
const SUITE = /^(test\.)?describe\b/;

/** Functions of a file with more than `max` lines, the outermost first: name, first line and number of lines. */
export function longFunctions(path, text, max) {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  if (breaks.length < max) return [];
  const lineOf = (offset) => breaks.findLastIndex((index) => index < offset) + 2;
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const found = [];

  const visit = (node, parent) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, parent);
      return;
    }
    if (FUNCTION.test(node.type) && !isSuite(parent, text)) {
      const line = lineOf(node.start);
      const lines = lineOf(node.end) - line + 1;
      if (lines > max) found.push({ name: nameOf(node, parent), line, lines });
    }
    for (const key in node) visit(node[key], node);
  };
  visit(program, null);
  return found;
}

const isSuite = (parent, text) =>
  parent?.type === 'CallExpression' && SUITE.test(text.slice(parent.callee.start, parent.callee.end));

const nameOf = (node, parent) => node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? 'a function';
