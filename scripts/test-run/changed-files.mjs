import { execFileSync } from 'node:child_process';

const MAIN_BRANCHES = ['origin/main', 'main'];

/**
 * The merge base with main, and the files that differ from it, committed or not. A moved file counts under both names,
 * and `hasRemoved` says whether any name is gone.
 */
export function changesSinceMain(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const main = MAIN_BRANCHES.find((branch) => {
    try {
      return git('rev-parse', '--verify', branch) !== '';
    } catch {
      return false;
    }
  });
  if (!main) throw new Error(`--changed compares with main, but there is neither ${MAIN_BRANCHES.join(' nor ')}`);
  const base = git('merge-base', 'HEAD', main);
  const tracked = git('diff', '--name-only', '--no-renames', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  const hasRemoved = git('diff', '--name-only', '--no-renames', '--diff-filter=D', base) !== '';
  return { base, files: `${tracked}\n${added}`.split('\n').filter(Boolean), hasRemoved };
}

const PRODUCT = /^(apps|packages|e2e|scripts)\/|^[^/]*\.(json|ts)$/;
const NO_PRODUCT = /\.(test|fault|fixture)\.(tsx?|mjs)$|\/testing\/|\.md$/;

/** Whether the changes can affect the app in the browser or its tests. */
export const affectsBrowser = (files) => files.some((file) => PRODUCT.test(file) && !NO_PRODUCT.test(file));
