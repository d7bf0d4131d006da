import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SCREEN_FILES, ScreenFiles } from '@poklik/contract/screen-files';
import { type ESTree, normalizePath, type Plugin, parseSync, type Rolldown, Visitor } from 'vite';
import { ALWAYS } from './src/i18n/namespaces.ts';
import { paths } from './src/i18n/paths.ts';

// Only its type comes from the contract: the build can't load sources of other packages here.
const FILE: typeof SCREEN_FILES = 'screens.json';
const TABLE = join(import.meta.dirname, 'src/app/screens.ts');
const BEHIND_SIGN_IN = 'signedInScreens';
const SHELL = 'shell';

interface Part {
  /** The constant of the table under which it stands. */
  list: string;
  path: string | undefined;
  title: string | undefined;
  namespaces: string[];
  module: string;
}

/** Reads the screen table from its source, because what a screen loads is not known before it runs. */
export function readTable(): Part[] {
  const { program, errors } = parseSync(TABLE, readFileSync(TABLE, 'utf8'));
  if (errors.length > 0) throw new Error(`${TABLE} cannot be read: ${errors[0]?.message}`);
  const parts: Part[] = [];
  let list = '';
  new Visitor({
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') list = id.name;
    },
    ObjectExpression: (node) => {
      if (!propertyOf(node, 'load')) return;
      const [path] = textsOf(propertyOf(node, 'path'));
      const [title] = textsOf(propertyOf(node, 'title'));
      parts.push({ list, path, title, namespaces: textsOf(propertyOf(node, 'namespaces')), module: '' });
    },
    ImportExpression: ({ source }) => {
      const [part, [file]] = [parts.at(-1), textsOf(source)];
      if (part && file) part.module = normalizePath(join(dirname(TABLE), file));
    },
  }).visit(program);
  return parts;
}

function propertyOf(object: ESTree.ObjectExpression, name: string): ESTree.Expression | undefined {
  for (const property of object.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name) {
      return property.value;
    }
  }
  return undefined;
}

function textsOf(node: ESTree.Expression | undefined): string[] {
  const nodes = node?.type === 'ArrayExpression' ? node.elements : [node];
  return nodes.flatMap((each) => (each?.type === 'Literal' && typeof each.value === 'string' ? [each.value] : []));
}

/** A file, its static imports and their styles, in the order Vite would request them. */
function filesOf(bundle: Rolldown.OutputBundle, start: string, known: ReadonlySet<string> = new Set()): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (files.has(name) || chunk?.type !== 'chunk') return;
    files.add(name);
    chunk.imports.forEach(add);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  add(start);
  return [...files].filter((file) => !known.has(file));
}

function screenFilesOf(bundle: Rolldown.OutputBundle): ScreenFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const inPage = new Set(entry && filesOf(bundle, entry.fileName));
  const parts = readTable().map(({ module, ...part }) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!chunk) throw new Error(`${part.path ?? part.list} of ${TABLE} loads no file that was built`);
    return { ...part, files: filesOf(bundle, chunk.fileName, inPage) };
  });
  const shell = parts.find(({ list }) => list === SHELL);
  if (!shell) throw new Error(`${TABLE} has no ${SHELL}`);
  const ofShell = new Set(shell.files);
  return {
    namespaces: ALWAYS,
    shell: { files: shell.files, namespaces: shell.namespaces },
    screens: parts.flatMap(({ list, path, title, files, namespaces }) => {
      if (path === undefined || title === undefined) return [];
      const needsSession = list === BEHIND_SIGN_IN;
      const own = needsSession ? files.filter((file) => !ofShell.has(file)) : files;
      return { path, title, needs_session: needsSession, files: own, namespaces };
    }),
    sign_in: paths.login.slice(1),
    home: paths.campaign.slice(1),
  };
}

/** Tells the server which files each screen needs (decision 14). */
export const writeScreenFiles = (): Plugin => ({
  name: 'screen-files',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(screenFilesOf(bundle)) });
    },
  },
});
