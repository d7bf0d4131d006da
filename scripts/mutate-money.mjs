// `npm run mutate:money`: mutation testing of the money rules. Applies one mutation at a time and lists those that no
// test detects. Fails below the required share.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { createVitest } from 'vitest/node';
import { ROOT } from './commands.mjs';
import { listFiles } from './source-files.mjs';

const NOTICED_MIN = 0.9;
const PATIENCE_MS = 60_000;
const FOLDERS = ['ledger', 'tariffs', 'referrals', 'withdrawals', 'payments', 'invoices', 'money', 'vat', 'bank'];

/** Each pattern with its mutation; every match in the code is mutated once. */
const MUTATORS = [
  [/(?<![=!<>])===(?!=)/g, () => '!=='],
  [/!==/g, () => '==='],
  [/>=/g, () => '>'],
  [/<=/g, () => '<'],
  [/(?<=[\w)\]] )>(?= )/g, () => '>='],
  [/(?<=[\w)\]] )<(?= )/g, () => '<='],
  [/&&/g, () => '||'],
  [/\|\|/g, () => '&&'],
  [/(?<=[\w)\]] )\+(?= )/g, () => '-'],
  [/(?<=[\w)\]] )-(?= )/g, () => '+'],
  [/(?<=[\w)\]] )\*(?= )/g, () => '/'],
  [/(?<=[\w)\]] )\/(?= )/g, () => '*'],
  [/(?<=[\w)\]] )%(?= )/g, () => '*'],
  [/\btrue\b/g, () => 'false'],
  [/\bfalse\b/g, () => 'true'],
  [
    /(?<![\w.$])\d+n?\b/g,
    (number) => (number.endsWith('n') ? `${BigInt(number.slice(0, -1)) + 1n}n` : `${Number(number) + 1}`),
  ],
  [/(?<=[(,&|?:=[] ?)!(?=[\w(])/g, () => ''],
  [/\.some\(/g, () => '.every('],
  [/\.every\(/g, () => '.some('],
  [/Math\.max/g, () => 'Math.min'],
  [/Math\.min/g, () => 'Math.max'],
  [/"[^"\n]+"/g, () => '""'],
];

const optionOf = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Every mutation of every rule, in code without types and comments. */
function listMutations() {
  const files = FOLDERS.flatMap((folder) => listFiles(ROOT, `packages/domain/src/${folder}`, /\.ts$/)).filter(
    (path) => !path.endsWith('.test.ts') && path.includes(optionOf('only') ?? ''),
  );
  return files.flatMap((path) => {
    const { code } = transformSync(readFileSync(join(ROOT, path), 'utf8'), { loader: 'ts', format: 'esm' });
    const body = code
      .replace(/^import[\s\S]*?;$/gm, (text) => ' '.repeat(text.length))
      .replace(/^export \{[\s\S]*?\};$/gm, (text) => ' '.repeat(text.length));
    return MUTATORS.flatMap(([pattern, mutate]) =>
      [...body.matchAll(pattern)].map(({ 0: found, index }) => ({
        path,
        line: code.slice(0, index).split('\n').length,
        text: code.split('\n')[code.slice(0, index).split('\n').length - 1].trim(),
        change: `${found} → ${mutate(found) || 'nothing'}`,
        code: code.slice(0, index) + mutate(found) + code.slice(index + found.length),
      })),
    );
  });
}

/** Runs in a child process, so that a mutation that loops can be killed. */
async function serveMutations() {
  const mutations = listMutations();
  let current;
  const vitest = await createVitest(
    'test',
    {
      root: ROOT,
      config: false,
      include: FOLDERS.map((folder) => `packages/domain/src/${folder}/*.test.ts`),
      watch: false,
      bail: 1,
      pool: 'threads',
      maxWorkers: 1,
      isolate: true,
      reporters: [{}],
    },
    {
      plugins: [
        {
          name: 'mutation',
          enforce: 'pre',
          load: (id) => (current && id.split('?')[0] === join(ROOT, current.path) ? current.code : undefined),
        },
      ],
    },
  );
  const specifications = await vitest.globTestSpecifications();
  /** The tests next to the rule. */
  const run = async (folder = '') => {
    const own = specifications.filter(({ moduleId }) => moduleId.startsWith(join(ROOT, folder)));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(own);
    return unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  };
  if (!(await run())) throw new Error('the tests fail without any mutation');
  process.on('disconnect', () => process.exit());
  process.send({ total: mutations.length });
  process.on('message', async (place) => {
    const before = current;
    current = mutations[place];
    for (const one of [before, current]) if (one) vitest.invalidateFile(join(ROOT, one.path));
    const isUnnoticed = await run(dirname(current.path));
    const { path, line, text, change } = current;
    process.send({ place, isUnnoticed, path, line, text, change });
  });
}

async function main() {
  let worker;
  let total = 0;
  const start = async () => {
    worker = fork(import.meta.filename, ['--worker', ...process.argv.slice(2)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [hello] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [{}])]);
    if (!hello.total) throw new Error('the tests fail without any mutation');
    total = hello.total;
  };
  await start();
  let unnoticed = 0;
  const [first = 1, of = 1] = (optionOf('part') ?? '1/1').split('/').map(Number);
  let tried = 0;
  for (let place = first - 1; place < total; place += of) {
    tried += 1;
    worker.send(place);
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const answer = await once(worker, 'message', { signal: patience }).catch(() => undefined);
    if (answer === undefined) {
      // An endless loop counts as detected.
      worker.kill('SIGKILL');
      await start();
    } else if (answer[0].isUnnoticed) {
      unnoticed += 1;
      const { path, line, text, change } = answer[0];
      console.log(`${path}: ${change}\n  ${line}: ${text}`);
    }
  }
  worker.kill();
  const share = (tried - unnoticed) / tried;
  console.log(`${tried - unnoticed} of ${tried} mutations are noticed: ${(share * 100).toFixed(1)} %.`);
  process.exit(share >= NOTICED_MIN ? 0 : 1);
}

await (process.argv.includes('--worker') ? serveMutations() : main());
