import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Environment } from '../../environment.ts';
import { findTool, withoutTool } from '../find-tool.ts';

const DEPLOY = fileURLToPath(new URL('../../../../../deploy', import.meta.url));
const run = (file: string, ...args: string[]) => spawnSync(file, args, { cwd: DEPLOY, encoding: 'utf8' });
const describeWith = (tool: string, what: string, test: () => void) =>
  describe.skipIf(!findTool(tool))(what + withoutTool(tool), test);
const read = (path: string): string => readFileSync(`${DEPLOY}/${path}`, 'utf8');

/** Higher is more exposed; 10 is everything. */
const EXPOSURE_MAX = 3;

describeWith('systemd-analyze', 'systemd unit', () => {
  it('is valid and exposes little', () => {
    // The program may be elsewhere on this machine.
    const { stderr } = run('systemd-analyze', 'verify', '--man=no', 'poklik.service');
    expect(stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))).toEqual([]);
    const offline = ['--offline=true', `--threshold=${EXPOSURE_MAX * 10}`];
    expect(run('systemd-analyze', 'security', ...offline, 'poklik.service')).toMatchObject({ status: 0 });
  });
});

describeWith('kubectl', 'Kubernetes manifests', () => {
  it('are built by kustomize, with the image and the settings filled in', () => {
    const { status, stdout } = run('kubectl', 'kustomize', 'kubernetes');
    expect(status).toBe(0);
    const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
    expect(kinds.sort()).toEqual(
      'ConfigMap Deployment Ingress Namespace PodDisruptionBudget Service Service StatefulSet'.split(' '),
    );
    expect(stdout.match(/image: registry\.example\/poklik:[\d.]+$/gm)).toHaveLength(2);
    expect(stdout.match(/name: poklik-[a-z\d]{10}$/gm)).toHaveLength(3);
  });
});

describeWith('docker-compose', 'compose files', () => {
  it.each([
    ['one container with everything', ['compose.yml']],
    ['databases as servers', ['compose.yml', 'compose.stores.yml']],
  ])('are valid: %s', (_, files) => {
    const folder = mkdtempSync(join(tmpdir(), 'poklik-compose-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(`${DEPLOY}/poklik.env.example`, join(folder, 'poklik.env'));
    // Debian's version is from before files had names.
    for (const file of files) writeFileSync(join(folder, file), read(file).replace(/^name: .*$/m, ''));
    const { status, stdout, stderr } = spawnSync(
      'docker-compose',
      [...files.flatMap((file) => ['-f', file]), 'config'],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, POSTGRES_PASSWORD: 'secret', CLICKHOUSE_PASSWORD: 'secret' },
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('PUBLIC_URL: https://app.example');
    expect(stdout.match(/DATABASE_URL: .*/g)).toEqual(
      files.length === 1 ? null : ['DATABASE_URL: postgres://poklik:secret@postgres:5432/poklik'],
    );
  });
});

it('files of the deploy folder use only settings that exist', () => {
  const known = new Set([...Object.keys(Environment.shape), 'NODE_ENV', 'POSTGRES_PASSWORD', 'CLICKHOUSE_PASSWORD']);
  // Settings of the images of the databases, and of systemd.
  const isForeign = (name: string) => /^((POSTGRES|CLICKHOUSE)_(USER|DB)|(AF|CAP)_\w+)$/.test(name);
  const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(10);
  const used = ['Dockerfile', 'compose.yml', 'compose.stores.yml', 'poklik.env.example', 'poklik.service']
    .map(read)
    .concat(read('kubernetes/kustomization.yaml'), read('kubernetes/app.yaml'), read('kubernetes/trackers.yaml'))
    .flatMap((text) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);
  expect([...new Set(used)].filter((name) => !known.has(name) && !isForeign(name))).toEqual([]);
});
