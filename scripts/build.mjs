// Builds apps/web/dist and apps/server/dist for `npm start`, or only the one given. Skips a part that has not changed.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { binOf, ROOT, run } from './commands.mjs';
import { listFiles } from './source-files.mjs';

const COMPRESSED = /\.(js|css|svg|json|txt|webmanifest)$/;
const COMPRESS_FROM_BYTES = 1024;
const NOT_BUILT = /\.(test|fault|fixture)\.tsx?$|\/testing\//;

/** Entry points, which are started by file name; relative to the sources of the server. */
const SERVER_PROGRAMS = [
  'main.ts',
  'poklik.ts',
  'features/billing/invoices/invoice-pdf-thread.ts',
  '../../../packages/embedded-clickhouse/src/engine-process.ts',
  '../../../packages/embedded-clickhouse/src/engine-thread.ts',
  '../../demo/src/demo.ts',
];

/** Sources of the demo, which only `demo.js` may contain. */
const DEMO = 'apps/demo';

/** Stored inside the build folder, so that both appear and disappear together. */
const STAMP = '.stamp';

const PARTS = [
  { app: 'apps/web', sources: ['apps/web', 'packages'], entry: 'index.html', build: buildWeb },
  { app: 'apps/server', sources: ['apps/server', DEMO, 'packages'], entry: 'main.js', build: buildServer },
];

/** Builds outdated parts and returns their names. */
export async function build({ force = false, root = ROOT, apps = PARTS.map(({ app }) => app) } = {}) {
  const built = [];
  for (const part of PARTS.filter(({ app }) => apps.includes(app))) {
    const stamp = inputsHash(root, part.sources);
    const dist = join(root, part.app, 'dist');
    if (!force && existsSync(join(dist, part.entry)) && readStamp(dist) === stamp) continue;
    await buildAside(join(root, part.app), async (folder) => {
      await part.build(join(root, part.app), folder);
      writeFileSync(join(folder, STAMP), stamp);
    });
    built.push(part.app);
  }
  return built;
}

/** Hash of everything a part depends on: its sources, the libraries and this script. */
function inputsHash(root, sources) {
  const hash = createHash('sha256');
  const files = sources.flatMap((folder) => listFiles(root, folder, /./)).filter((path) => !NOT_BUILT.test(path));
  for (const path of [...files, 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs']) {
    if (!existsSync(join(root, path))) continue;
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function readStamp(dist) {
  try {
    return readFileSync(join(dist, STAMP), 'utf8');
  } catch {
    return undefined;
  }
}

/** Builds into a temporary folder and renames it to `dist`, so that an interrupted build never looks complete. */
async function buildAside(app, fill) {
  for (const name of readdirSync(app)) {
    if (name.startsWith('.building-') && !isRunning(Number(name.slice('.building-'.length)))) {
      rmSync(join(app, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
  const workplace = join(app, `.building-${process.pid}`);
  const fresh = join(workplace, 'dist');
  mkdirSync(fresh, { recursive: true });
  try {
    await fill(fresh);
    replaceFolder(fresh, join(app, 'dist'), join(workplace, 'dist-before'));
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

function replaceFolder(fresh, target, aside) {
  // Another build may finish between the two renames; this one then replaces its result.
  for (let attempt = 0; ; attempt++) {
    if (existsSync(target)) renameSync(target, `${aside}-${attempt}`);
    try {
      return renameSync(fresh, target);
    } catch (error) {
      if (attempt === 5 || !['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    }
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function buildWeb(app, folder) {
  const { code, output } = await run(
    binOf('vite', 'apps/web'),
    ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: app },
  );
  if (code !== 0) throw new Error(`The web app does not build:\n${output}`);
  await compressAll(folder);
}

/** Compressed copies next to each text file, so that the server never compresses them again. */
async function compressAll(folder) {
  const squeeze = { gz: promisify(gzip), br: promisify(brotliCompress) };
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        if (bytes.length < COMPRESS_FROM_BYTES) return;
        await writeFile(`${path}.gz`, await squeeze.gz(bytes, { level: 9 }));
        await writeFile(`${path}.br`, await squeeze.br(bytes, brotliOptions));
      }),
  );
}

async function buildServer(app, folder) {
  // Loaded only when needed, because a start without changes should not wait for it.
  const esbuild = await import('esbuild');
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: SERVER_PROGRAMS.map((path) => join(app, 'src', path)),
    entryNames: '[name]',
    // Source paths are relative to the final folder.
    outdir: join(app, 'dist'),
    write: false,
    bundle: true,
    // A role that runs alone loads only its own part.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    metafile: true,
    logLevel: 'silent',
    plugins: [librariesStayOutside],
  });
  // Its child process would otherwise run as long as the server.
  await esbuild.stop();
  rejectDemoCode(metafile.outputs);
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, basename(path)), contents);
  cpSync(join(app, 'src/stores/migrations'), join(folder, 'migrations'), { recursive: true });
  cpSync(join(app, 'src/features/instructions/guides'), join(folder, 'guides'), { recursive: true });
}

/** Fails if a program other than the demo loads a file with demo code, now or later. */
function rejectDemoCode(outputs) {
  const isDemo = (source) => `/${source}`.includes(`/${DEMO}/`);
  const programs = Object.keys(outputs).filter((file) => basename(file) !== 'demo.js' && outputs[file].entryPoint);
  const loaded = new Set(programs);
  // Grows while it is read, until everything that is loaded has been seen.
  for (const file of loaded) for (const { path, external } of outputs[file].imports) if (!external) loaded.add(path);
  const found = [...loaded].flatMap((file) => Object.keys(outputs[file].inputs).filter(isDemo));
  if (found.length > 0) throw new Error(`The server must not contain demo code: ${[...new Set(found)].join(', ')}`);
}

/** Libraries are loaded from node_modules; our own packages are TypeScript and go into the bundle. */
const librariesStayOutside = {
  name: 'libraries-stay-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@poklik/') ? undefined : { path, external: true },
    );
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = performance.now();
  try {
    const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
    const built = await build({ force: process.argv.includes('--force'), ...(chosen.length > 0 && { apps: chosen }) });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      built.length > 0 ? `Built ${built.join(' and ')} in ${seconds} s.` : 'Nothing has changed since the last build.',
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
