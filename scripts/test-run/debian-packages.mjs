// Installs Debian packages that tests need, where that is possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs an installer quietly; its output is shown only when it fails. */
export function runInstaller(file, args, env = {}) {
  const { status, error, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 600_000,
  });
  if (status !== 0)
    throw new Error(`${file} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
}

export const hasDebianPackages = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export function installDebianPackages(...names) {
  process.stderr.write(`Installing the Debian package ${names[0]}…\n`);
  const apt = (...args) => runInstaller('apt-get', ['-qq', ...args], { DEBIAN_FRONTEND: 'noninteractive' });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...names);
}
