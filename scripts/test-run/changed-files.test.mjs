import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { temporaryTree, write } from '../temporary-tree.mjs';
import { affectsBrowser, changesSinceMain } from './changed-files.mjs';

describe('changes since main', () => {
  function repository() {
    const root = temporaryTree({ 'kept.ts': '', 'edited.ts': '', '.gitignore': 'ignored.ts' });
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.test', ...args], {
        cwd: root,
        stdio: 'pipe',
      });
    git('init', '--initial-branch=main');
    git('add', '.');
    git('commit', '-m', 'first');
    return { root, git };
  }

  it('include committed, edited and added files, but not newer commits on main', () => {
    const { root, git } = repository();
    git('switch', '--create', 'feature');
    write(root, 'committed.ts', '');
    git('add', '.');
    git('commit', '-m', 'second');
    git('switch', 'main');
    write(root, 'of-others.ts', '');
    git('add', '.');
    git('commit', '-m', 'third');
    git('switch', 'feature');
    write(root, 'edited.ts', 'edited');
    write(root, 'added.ts', '');
    write(root, 'ignored.ts', '');
    expect(changesSinceMain(root).files.sort()).toEqual(['added.ts', 'committed.ts', 'edited.ts']);
    expect(changesSinceMain(root).hasRemoved).toBe(false);
  });

  it('include both names of a moved file', () => {
    const { root, git } = repository();
    write(root, 'edited.ts', 'long enough to be recognized as the same file');
    git('commit', '--all', '-m', 'second');
    git('switch', '--create', 'feature');
    git('mv', 'edited.ts', 'moved.ts');
    expect(changesSinceMain(root)).toMatchObject({ files: ['edited.ts', 'moved.ts'], hasRemoved: true });
  });

  it('need a main branch to compare with', () => {
    const { root, git } = repository();
    git('branch', '--move', 'elsewhere');
    expect(() => changesSinceMain(root)).toThrow('--changed compares with main');
  });
});

describe('browser tests', () => {
  it.each([
    'apps/web/src/app/shell.tsx',
    'apps/server/src/app.ts',
    'packages/locales/ua/auth.json',
    'e2e/screens/routes.spec.ts',
    'package-lock.json',
  ])('are affected by %s', (file) => expect(affectsBrowser(['README.md', file])).toBe(true));

  it.each(['README.md', 'docs/security.md', 'apps/server/src/app.test.ts', 'apps/server/src/testing/test-app.ts'])(
    'are not affected by %s',
    (file) => expect(affectsBrowser([file])).toBe(false),
  );
});
