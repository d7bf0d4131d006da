import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache', import.meta.url));
const UNPACKED = join(CACHE, 'promtool');

const succeeds = (file: string, args: string[], cwd?: string): boolean =>
  spawnSync(file, args, { cwd, encoding: 'utf8', timeout: 300_000 }).status === 0;

/**
 * Path of promtool, which is unpacked from the Debian package without installing that. Undefined where it is neither
 * installed nor available from Debian.
 */
export function findPromtool(): string | undefined {
  if (succeeds('promtool', ['--version'])) return 'promtool';
  if (succeeds(UNPACKED, ['--version'])) return UNPACKED;
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('Fetching promtool from the Debian package prometheus…\n');
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'promtool-'));
  try {
    const download = () => succeeds('apt-get', ['-qq', 'download', 'prometheus'], folder);
    if (!download() && !(succeeds('apt-get', ['-qq', 'update']) && download())) return undefined;
    const [archive] = readdirSync(folder);
    if (!archive || !succeeds('dpkg-deb', ['-x', archive, 'files'], folder)) return undefined;
    renameSync(join(folder, 'files/usr/bin/promtool'), UNPACKED);
    return UNPACKED;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
