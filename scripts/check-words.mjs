// Fails when an English text, a document, a comment or a name uses a word from `banned-words.mjs`, without exceptions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BANNED_WORDS, FIXED_ADDRESS } from './banned-words.mjs';
import { listFiles } from './source-files.mjs';

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'docs'];
const CHECKED = /\.(tsx?|m[jt]s|css|html|json|md)$/;
/** Other languages, snapshots of applied migrations, and the list itself. */
const SKIPPED =
  /(^|\/)(locales|guides)\/(ua|ru)(\/|\.json$)|\/migrations\/.*\.json$|^scripts\/(banned-words|check-words\.test)\.mjs$/;
const TEXT = /^packages\/locales\/en\/|\/i18n\/locales\/en\.json$|\/guides\/en\//;

/** Not prose: placeholders, tags, code, URLs. */
const NOT_PROSE = /\{\{.*?\}\}|<[^>]*>|`[^`]*`|https?:\S+|\]\([^)]*\)/g;
/** Programs and images as base64, which contain words by chance. */
const ENCODED = /[\w+/=]{120,}/g;
const FENCED = /^```[\s\S]*?^```/gm;
const JSON_VALUE = /^\s*"(?:[^"\\]|\\.)*":\s*"((?:[^"\\]|\\.)*)",?$/;

/** `sendEmail`, `SEND_EMAIL` and `send-email` become "send email"; `snake_case` names belong to the API and tables. */
const wordsOf = (line) =>
  line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/-+|(?<=[A-Z0-9])_(?=[A-Z0-9])/g, ' ')
    .toLowerCase();

const blankLines = (block) => block.replace(/[^\n]/g, '');

/** The readable text of each line of a file. */
function proseOf(path, text) {
  if (path.endsWith('.md')) return text.replace(FENCED, blankLines).split('\n');
  return text.split('\n').map((line) => JSON_VALUE.exec(line)?.[1] ?? '');
}

/** Which scoped rules apply to a file. */
function scopesOf(path) {
  if (TEXT.test(path)) return ['prose', 'texts'];
  return path.endsWith('.md') ? ['prose'] : [];
}

function* findingsOf(path, text) {
  const scopes = scopesOf(path);
  const prose = scopes.length > 0 ? proseOf(path, text) : [];
  for (const [number, line] of [path, ...text.split('\n')].entries()) {
    const written = line.replace(FIXED_ADDRESS, '').replace(ENCODED, '');
    const words = wordsOf(written);
    const sentence = (prose[number - 1] ?? '').replace(NOT_PROSE, ' ').trim();
    for (const [pattern, better, scope] of BANNED_WORDS) {
      if (scope && !scopes.includes(scope)) continue;
      const found = scope ? pattern.exec(sentence) : (pattern.exec(words) ?? pattern.exec(written));
      if (found) yield { number, found: found[0], better };
    }
  }
}

/** Every banned word below `root`, one sentence each. */
export function checkWords(root) {
  const inFolders = FOLDERS.flatMap((folder) => listFiles(root, folder, CHECKED));
  const atRoot = readdirSync(root).filter((name) => CHECKED.test(name) && name !== 'package-lock.json');
  const paths = [...atRoot, ...inFolders].filter((path) => !SKIPPED.test(path));
  const problems = [];
  for (const path of paths) {
    for (const { number, found, better } of findingsOf(path, readFileSync(join(root, path), 'utf8'))) {
      problems.push(`${number === 0 ? path : `${path}:${number}`}: "${found}": write ${better}`);
    }
  }
  return { files: paths.length, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, problems } = checkWords(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  console.log(`${files} files, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
