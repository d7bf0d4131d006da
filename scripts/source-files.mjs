import { readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report', 'coverage']);

/** Files below `folder` of `root` whose name matches, as paths with `/` relative to `root`; none when the folder is missing. */
export function listFiles(root, folder, name) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => NOT_OURS.has(part)))
    .sort();
}

const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const QUOTED = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const TEMPLATE = String.raw`\u0060(?:\\[\s\S]|[^\u0060\\])*\u0060`;
/** A slash starts a regular expression only where a value is expected. */
const REGEXP = String.raw`(?<=(?:^|[=(,:[!&|?{};>]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;
const TOKEN = new RegExp(`(${COMMENT})|(${QUOTED})|${TEMPLATE}|${REGEXP}`, 'g');

export const withoutComments = (text) => text.replace(TOKEN, (token, comment) => (comment ? ' ' : token));

/** Code without comments and string contents. */
export const codeOf = (text) =>
  text.replace(TOKEN, (token, comment, quoted) => (comment ? ' ' : quoted ? `${quoted[0]}${quoted[0]}` : token));

const BEFORE_SPECIFIER = /(?<![\w.$])(?:from|import)\s*\(?\s*$/;

/** Import specifiers of a file, types included. Imports inside strings do not count. */
export const specifiersOf = (text) =>
  [...text.matchAll(TOKEN)]
    .filter(({ 2: quoted, index }) => quoted && BEFORE_SPECIFIER.test(text.slice(Math.max(0, index - 40), index)))
    .map(({ 2: quoted }) => quoted.slice(1, -1));

const OWN_PACKAGES = {
  'child-processes': 'packages/child-processes/src',
  contract: 'packages/contract/src',
  domain: 'packages/domain/src',
  'embedded-clickhouse': 'packages/embedded-clickhouse/src',
  'event-log': 'packages/event-log/src',
  locales: 'packages/locales',
};

/** Path of our own file that `specifier` names in `importer`, or null for a library. */
export function resolveOwn(importer, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(importer), specifier.split('?')[0]));
  const [, name, rest] = /^@poklik\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (!name) return null;
  const home = OWN_PACKAGES[name] ?? (name === 'e2e' || name === 'bench' ? name : `apps/${name}/src`);
  return `${home}/${rest ?? 'index'}${/\.(tsx?|mjs|json|css)$/.test(rest ?? '') ? '' : '.ts'}`;
}
