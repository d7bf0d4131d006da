// Finds and installs Debian packages that tests need, where that is possible.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../commands.mjs';

const APT = '/usr/bin/apt-get';
/** Tests of the server look there too. */
const CACHE = join(ROOT, 'node_modules/.cache/debian');

/** Runs an installer quietly; its output is shown only when it fails. */
export function runInstaller(file, args, { env = {}, cwd } = {}) {
  const { status, error, stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 600_000,
  });
  if (status !== 0)
    throw new Error(`${file} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
}

export const hasDebianPackages = () => process.getuid?.() === 0 && existsSync(APT);

const apt = (args, cwd) => runInstaller(APT, ['-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' }, cwd });

export function installDebianPackages(...names) {
  process.stderr.write(`Installing the Debian package ${names[0]}…\n`);
  apt(['update']);
  apt(['install', '-y', '--no-install-recommends', ...names]);
}

/** Path of a program that is installed or was unpacked. */
export const findProgram = (name) =>
  [...(process.env.PATH ?? '').split(':').filter(Boolean), CACHE].map((folder) => join(folder, name)).find(isProgram);

/** Takes a program out of its Debian package without installing that. */
export function unpackProgram(name, debian) {
  if (!existsSync(APT)) return;
  process.stderr.write(`Fetching ${name} from the Debian package ${debian}…\n`);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'unpack-'));
  try {
    download(debian, folder);
    const [archive] = readdirSync(folder);
    runInstaller('dpkg-deb', ['-x', archive, 'files'], { cwd: folder });
    renameSync(join(folder, 'files/usr/bin', name), join(CACHE, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function download(debian, cwd) {
  try {
    apt(['download', debian], cwd);
  } catch {
    // The lists of packages may be missing or old.
    apt(['update']);
    apt(['download', debian], cwd);
  }
}

export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
