import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { build } from './build.mjs';
import { temporaryTree, write } from './temporary-tree.mjs';

/** A small product with the same layout as this one. */
function smallProduct() {
  const root = temporaryTree({
    'package-lock.json': '{}',
    'packages/contract/package.json': { name: '@poklik/contract', type: 'module', exports: { './*': './src/*.ts' } },
    'packages/contract/src/greeting.ts': "export const greeting: string = 'hello from the contract';\n",
    'apps/server/package.json': { name: '@poklik/server', type: 'module' },
    'apps/server/src/main.ts':
      "import { basename } from 'node:path';\nimport { greeting } from '@poklik/contract/greeting';\nconsole.log(basename('/a/server'), greeting);\n",
    'apps/server/src/poklik.ts': "console.log('the books add up');\n",
    'apps/server/src/features/billing/invoices/invoice-pdf-thread.ts': 'export {};\n',
    'packages/embedded-clickhouse/src/engine-process.ts': 'export {};\n',
    'packages/embedded-clickhouse/src/engine-thread.ts': 'export {};\n',
    'apps/demo/src/demo.ts':
      "import { greeting } from '@poklik/contract/greeting';\nexport const seedDemo = () => greeting;\n",
    'apps/server/src/stores/migrations/0001_first.sql': 'select 1;\n',
    'apps/server/src/features/instructions/guides/en/first.md': '# First\n',
    'apps/web/package.json': { name: '@poklik/web', type: 'module' },
    'apps/web/index.html': '<!doctype html><script type="module" src="/src/main.ts"></script>',
    'apps/web/src/main.ts': `document.title = ${JSON.stringify('a long text '.repeat(200))};\n`,
  });
  mkdirSync(join(root, 'node_modules/@poklik'), { recursive: true });
  symlinkSync(join(root, 'packages/contract'), join(root, 'node_modules/@poklik/contract'));
  return root;
}

/** Commands of the running child processes; only available on Linux. */
const childCommands = () =>
  existsSync('/proc/self/task')
    ? readdirSync('/proc/self/task')
        .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
        .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    : [];

const runServer = (root) =>
  execFileSync(process.execPath, [join(root, 'apps/server/dist/main.js')], { encoding: 'utf8' });

it('builds a server with its migrations and pages with compressed copies, and leaves no process behind', async () => {
  const root = smallProduct();
  expect(await build({ root })).toEqual(['apps/web', 'apps/server']);
  expect(runServer(root)).toBe('server hello from the contract\n');
  expect(readFileSync(join(root, 'apps/server/dist/migrations/0001_first.sql'), 'utf8')).toBe('select 1;\n');

  expect(childCommands().filter((command) => command.includes('esbuild'))).toEqual([]);

  const assets = join(root, 'apps/web/dist/assets');
  const script = readdirSync(assets).find((name) => name.endsWith('.js'));
  expect(gunzipSync(readFileSync(join(assets, `${script}.gz`)))).toEqual(readFileSync(join(assets, script)));
  expect(existsSync(join(assets, `${script}.br`))).toBe(true);
});

it('builds only the part that has changed', async () => {
  const root = smallProduct();
  await build({ root });
  const stamps = () => ['web', 'server'].map((app) => statSync(join(root, 'apps', app, 'dist')).mtimeMs);
  const before = stamps();
  expect(await build({ root })).toEqual([]);
  expect(stamps()).toEqual(before);

  write(root, 'apps/server/src/main.ts', "console.log('changed');\n");
  expect(await build({ root })).toEqual(['apps/server']);
  expect(runServer(root)).toBe('changed\n');

  write(root, 'apps/server/src/main.test.ts', "throw new Error('tests are not built');\n");
  expect(await build({ root })).toEqual([]);
  expect(await build({ root, force: true })).toEqual(['apps/web', 'apps/server']);
});

it.each([
  ['statically', "import { seedDemo } from '../../demo/src/demo.ts';\nseedDemo();\n"],
  ['later', "const { seedDemo } = await import('../../demo/src/demo.ts');\nseedDemo();\n"],
])('builds the demo apart from the server and rejects a server that imports it %s', async (_, main) => {
  const root = smallProduct();
  await build({ root, apps: ['apps/server'] });
  expect(readFileSync(join(root, 'apps/server/dist/demo.js'), 'utf8')).toContain('seedDemo');
  write(root, 'apps/server/src/main.ts', main);
  await expect(build({ root, apps: ['apps/server'] })).rejects.toThrow(/must not contain demo code: .*demo\.ts/);
});

it('keeps the last good build if a new one fails', async () => {
  const root = smallProduct();
  await build({ root });
  write(root, 'apps/server/src/main.ts', 'this is not a program');
  await expect(build({ root })).rejects.toThrow();
  expect(runServer(root)).toBe('server hello from the contract\n');
  await expect(build({ root })).rejects.toThrow();
});

it('never treats a killed build as complete', { timeout: 60_000 }, async () => {
  const root = smallProduct();
  const code = `import { build } from ${JSON.stringify(join(import.meta.dirname, 'build.mjs'))}; await build({ root: ${JSON.stringify(root)} });`;
  for (const milliseconds of [60, 150, 300, 450]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
    // Listens before the kill, because the build may be done by then.
    const exited = once(child, 'exit');
    await wait(milliseconds);
    child.kill('SIGKILL');
    await exited;
    await build({ root });
    expect(runServer(root)).toBe('server hello from the contract\n');
    write(root, 'packages/contract/src/salt.ts', `export const salt = ${milliseconds};\n`);
  }
  await build({ root });
  const leftovers = readdirSync(join(root, 'apps/web')).filter((name) => name.startsWith('.building-'));
  expect(leftovers).toEqual([]);
});
