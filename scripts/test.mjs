// The test command. Runs every step, prints how long each took, and ends with one line: `N passed, N failed`.
//   --fast         the quick loop: no database, no build, no browser
//   --faults       the long fault tests
//   --deep         the long fault tests, many more runs of every property and API operation, payloads on every screen
//   --only=a,b     selected steps by name
//   --changed      only what the changes since main can affect
// TEST_BUDGET=off  no time limits
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNativeEngine } from '@poklik/embedded-clickhouse/native-engine';
import { prepareEngine } from '@poklik/embedded-clickhouse/prepare-engine';
import { build } from './build.mjs';
import { binOf, ROOT, run } from './commands.mjs';
import { affectsBrowser, changesSinceMain } from './test-run/changed-files.mjs';
import { watchOtherLoad } from './test-run/machine-load.mjs';
import { prepareBrowser } from './test-run/prepare-browser.mjs';
import { FAULT_TOOLS, prepareTools, TOOLS } from './test-run/prepare-tools.mjs';
import { overBudget } from './test-run/test-budgets.mjs';
import { fromPlaywright, fromVitest, results, slowest, sum, summaryLine } from './test-run/test-results.mjs';

const WORKSPACES = [
  'packages/contract',
  'packages/domain',
  'packages/child-processes',
  'packages/event-log',
  'packages/embedded-clickhouse',
  'apps/server',
  'apps/demo',
  'apps/web',
  'e2e',
];
const ROUNDS = ['--faults', '--deep'];
/** The long rounds are for a machine that has nothing else to do; a busy one needs much longer. */
const STEP_SECONDS = process.argv.some((arg) => ROUNDS.includes(arg)) ? 3 * 3600 : 3000;

// Every run uses a new seed; set it to repeat a failed run.
process.env.TEST_SEED ||= String(Date.now() % 1_000_000_000);

const reports = mkdtempSync(join(tmpdir(), 'poklik-tests-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** A check is one test: it passes if the program exits with 0, otherwise its output is the reason. */
async function check(name, file, args) {
  const { code, output } = await run(file, args);
  if (code !== 0) return results(0, [{ name, reason: output.trim() }]);
  const lastLine = output.trim().split('\n').at(-1);
  if (lastLine) console.log(`${name}: ${lastLine}`);
  return results(1);
}

const script = (name) => check(name, process.execPath, [join(ROOT, 'scripts', `${name}.mjs`)]);

/** Runs a program that writes a test report and prints as it goes. */
async function counted(name, file, args, { report, read, env }) {
  const { code } = await run(file, args, { show: true, seconds: STEP_SECONDS, env: { ...process.env, ...env } });
  if (!existsSync(report)) return results(0, [{ name, reason: `ended with code ${code} before it could report` }]);
  const found = read(JSON.parse(readFileSync(report, 'utf8')));
  if (code !== 0 && found.failures.length === 0) {
    found.failures.push({ name, reason: `all tests passed, but it ended with code ${code}: see its output above` });
  }
  return found;
}

function vitest(name, ...args) {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Files spend part of their time waiting for a database or a timer, so two cores run three at once.
  const workers = `--maxWorkers=${Math.max(3, availableParallelism())}`;
  return counted(name, binOf('vitest'), ['run', workers, ...reporters, ...args], { report, read: fromVitest });
}

async function playwright(name, config, ...args) {
  const report = join(reports, `${name}.json`);
  const file = binOf('playwright', 'e2e');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return counted(name, file, ['test', '--config', join(ROOT, config), ...args], { report, read: fromPlaywright, env });
}

async function browserTests(name, ...args) {
  process.env.CHROMIUM_PATH = await prepareBrowser();
  return playwright(name, 'e2e/playwright.config.ts', ...args);
}

const crashTests = (name, project) => playwright(name, 'e2e/crash/playwright.config.ts', `--project=${project}`);

/**
 * Incremental, so that tsc checks only what has changed. Several checkers would each find out the same about the types
 * that all files use, which takes twice the time of the processor.
 */
async function types() {
  const found = [];
  for (const workspace of WORKSPACES) {
    const memory = join(ROOT, 'node_modules/.cache/tsc', `${workspace.replace('/', '-')}.tsbuildinfo`);
    const args = ['-p', workspace, '--checkers', '1', '--incremental', '--tsBuildInfoFile', memory];
    found.push(await check(`types of ${workspace}`, binOf('tsc', workspace), args));
  }
  return sum(found);
}

/** Servers under test need embedded ClickHouse, which some machines have to install first. */
async function engine() {
  const used = prepareEngine();
  console.log(used);
  return used === 'none' ? results(0, [{ name: 'embedded ClickHouse' }]) : results(1);
}

/** Some tests need programs of others, which some machines have to install first. */
async function tools(list) {
  for (const line of prepareTools(list)) console.log(line);
  return results(1);
}

async function buildAll() {
  const built = await build();
  console.log(built.length === 0 ? 'nothing has changed since the last build' : `built ${built.join(' and ')}`);
  return results(1);
}

/** One retry, because screens and databases can be slow on a busy machine; retried tests are listed. */
const TWICE = '--retry=1';

/** Longest first, because they run in parallel. */
const CHECKS = {
  types,
  lint: () => check('format and lint', binOf('biome'), ['check', '--error-on-warnings', '.']),
  structure: () => script('check-structure'),
  locales: () => script('check-locales'),
  words: () => script('check-words'),
  contrast: () => script('check-contrast'),
};
/** Without databases, whole screens and builds, because they take minutes. */
const QUICK = [
  '--project=!server*',
  '--exclude=**/*.test.tsx',
  '--exclude=**/embedded-clickhouse.test.ts',
  '--exclude=scripts/build.test.mjs',
];
const FAULTS = [
  { engine, tools: () => tools(FAULT_TOOLS) },
  { build: buildAll },
  { 'server-faults': () => vitest('server-faults', '--config=vitest.faults.config.ts') },
  { 'program-faults': () => crashTests('program-faults', 'faults') },
];
/** A suite is a list of stages; the steps of a stage are independent and run in parallel. */
const SUITES = {
  fast: [CHECKS, { units: () => vitest('units', TWICE, ...QUICK) }],
  all: [
    {
      ...CHECKS,
      'dead-code': () => check('dead code', binOf('knip'), []),
      engine,
      tools: () => tools(TOOLS),
      build: buildAll,
    },
    { units: (since) => vitest('units', TWICE, ...(since ? [`--changed=${since}`] : [])) },
    { bundle: () => script('check-bundle') },
    { browser: () => browserTests('browser') },
    { crash: () => crashTests('crash', 'crash') },
  ],
  faults: FAULTS,
  deep: [
    ...FAULTS,
    { properties: () => vitest('properties') },
    { payloads: () => browserTests('payloads', '--project=payloads') },
  ],
};
const DEEP = { FC_RUNS: '20000', FUZZ_RUNS: '200', PAYLOAD_WALK: 'whole', TEST_DEPTH: 'deep' };
const BROWSER_STEPS = ['build', 'bundle', 'browser', 'crash'];

function suiteOf(args) {
  const name = ['deep', 'faults', 'fast'].find((one) => args.includes(`--${one}`)) ?? 'all';
  if (name === 'deep') Object.assign(process.env, DEEP);
  return SUITES[name];
}

function chosenStages(args, changes) {
  const suite = suiteOf(args);
  const names = suite.flatMap(Object.keys);
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`No step called ${unknown.join(', ')}; there are ${names.join(', ')}`);
  const unaffected = changes && !affectsBrowser(changes.files) ? BROWSER_STEPS : [];
  const isChosen = ([name]) => (only ? only.includes(name) : !unaffected.includes(name));
  return suite.map((stage) => Object.entries(stage).filter(isChosen));
}

function budgetFailures(name, seconds, busy) {
  if (process.env.TEST_BUDGET === 'off') return [];
  const reason = overBudget(name, seconds, { cores: availableParallelism(), isPortable: !hasNativeEngine(), busy });
  return reason ? [{ name: `budget of ${name}`, reason }] : [];
}

async function runStep([name, step], since) {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const otherLoad = watchOtherLoad();
  // A step that throws counts as a failed test; the others still run.
  const found = await step(since).catch((error) => results(0, [{ name, reason: error.stack ?? String(error) }]));
  const seconds = (performance.now() - started) / 1000;
  found.failures.push(...budgetFailures(name, seconds, otherLoad()));
  for (const { name: what, reason } of found.failures) if (reason) console.log(`\n✗ ${what}\n${reason}`);
  console.log(`── ${name}: ${summaryLine(found)} in ${seconds.toFixed(1)} s`);
  return { name, seconds, found };
}

/** As many steps at a time as there are cores. */
async function runStage(stage, since) {
  const waiting = [...stage];
  const done = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.push(await runStep(step, since));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return done;
}

const inSeconds = ({ name, seconds }) => `  ${seconds.toFixed(1).padStart(7)} s  ${name.replace(`${ROOT}/`, '')}`;

console.log(`TEST_SEED=${process.env.TEST_SEED}`);
const steps = [];
const otherLoad = watchOtherLoad();
try {
  const args = process.argv.slice(2);
  const changes = args.includes('--changed') ? changesSinceMain(ROOT) : undefined;
  if (changes) console.log(`${changes.files.length} files changed since ${changes.base}`);
  // What imported a file that is gone cannot be found by its imports, so then all unit tests run.
  const since = changes?.hasRemoved ? undefined : changes?.base;
  for (const stage of chosenStages(args, changes)) steps.push(...(await runStage(stage, since)));
} catch (error) {
  console.error(error.message);
  steps.push({
    name: 'test command',
    seconds: 0,
    found: results(0, [{ name: 'test command', reason: error.message }]),
  });
}
const total = sum(steps.map(({ found }) => found));
console.log(`\nTime per step:\n${steps.map(inSeconds).join('\n')}`);
console.log(`Other programs used ${Math.round(otherLoad() * 100)} % of the processor.`);
console.log(`\nSlowest files:\n${slowest(total).map(inSeconds).join('\n')}`);
if (total.unsteady.length > 0) {
  console.log(`\nPassed only on retry:\n${total.unsteady.map((name) => `  ? ${name}`).join('\n')}`);
}
if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map(({ name }) => `  ✗ ${name}`).join('\n')}`);
process.exitCode = total.failures.length > 0 || total.passed === 0 ? 1 : 0;
if (total.failures.length > 0) console.log(`\nRepeat with TEST_SEED=${process.env.TEST_SEED}`);
console.log(`\n${summaryLine(total)}`);
