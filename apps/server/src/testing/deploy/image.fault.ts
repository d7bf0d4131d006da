import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, withoutTool } from '../find-tool.ts';
import { sendRequest, until } from '../test-tracker.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const BASE = 'localhost/poklik-base';
const IMAGE = 'localhost/poklik';
const USER = '10001';
const MIRROR = 'http://deb.debian.org/debian';
/** Certificate authorities that this machine trusts, such as that of its proxy. */
const TRUSTED = 'etc/ssl/certs/trusted.pem';
/** Needs neither a container runtime nor user namespaces. */
const PLAIN = ['--isolation', 'chroot'];
const canBuild = Boolean(findTool('buildah') && findTool('debootstrap') && process.getuid?.() === 0);

/**
 * Builds deploy/Dockerfile where no container registry is within reach: on a Debian made by debootstrap, with the Node
 * of this machine. `npm ci` asks the npm registry as usual.
 */
describe.skipIf(!canBuild)(`the container image${withoutTool('buildah')}`, { timeout: 1_200_000 }, () => {
  let folder: string;
  let container: ChildProcess | undefined;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-image-'));
    port = await freePort();
    await makeBase(join(folder, 'base'));
    const how = [...PLAIN, '--format', 'docker', '--network', 'host', '--build-arg', `BASE=${BASE}`];
    buildah('bud', ...how, '-f', 'deploy/Dockerfile', '-t', IMAGE, '.');
  }, 1_200_000);
  afterAll(async () => {
    if (container && container.exitCode === null) container.kill('SIGKILL');
    for (const pid of await processesWith(`PORT=${port}`)) kill(pid, 'SIGKILL');
    // Nothing of this machine may be mounted in what is removed.
    expect(await readFile('/proc/mounts', 'utf8')).not.toContain(folder);
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  const storage = () => [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const buildah = (command: string, ...args: string[]): string =>
    execFileSync('buildah', [...storage(), command, ...args], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();

  async function makeBase(root: string): Promise<void> {
    const include = '--include=ca-certificates,libstdc++6';
    execFileSync('debootstrap', ['--variant=minbase', include, 'bookworm', root, MIRROR], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const npm = dirname(dirname(await realpath(findTool('npm') ?? '')));
    const modules = join(root, 'usr/local/lib/node_modules');
    await mkdir(modules, { recursive: true });
    await cp(await realpath(process.execPath), join(root, 'usr/local/bin/node'));
    await cp(npm, join(modules, 'npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    const trusted = process.env.NODE_EXTRA_CA_CERTS;
    if (trusted) await cp(await realpath(trusted), join(root, TRUSTED));
    const empty = buildah('from', 'scratch');
    buildah('add', '--quiet', empty, root, '/');
    buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', empty);
    if (trusted) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=/${TRUSTED}`, empty);
    buildah('commit', '--quiet', '--rm', empty, BASE);
    await rm(root, { recursive: true });
  }

  it('has what a container needs', () => {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as { Docker: { config: object } };
    expect(Docker.config).toMatchObject({
      User: `${USER}:${USER}`,
      Entrypoint: ['node', 'apps/server/bin/poklik.mjs'],
      Cmd: ['start'],
      Volumes: { '/data': {} },
      ExposedPorts: { '3000/tcp': {} },
      Healthcheck: { Test: ['CMD', 'node', '-e', expect.stringContaining('/v1/ready')] },
    });
  });

  it('lets its user write data and backups, and nothing of the program', () => {
    const name = buildah('from', IMAGE);
    const writable = 'for each in /data /backups /app /app/node_modules; do test -w $each && echo $each; done; true';
    expect(buildah('run', ...PLAIN, name, '--', 'sh', '-c', writable).split('\n')).toEqual(['/data', '/backups']);
    buildah('rm', name);
  });

  it('starts as a user without rights, serves a click and stops when asked to', async () => {
    const name = buildah('from', IMAGE);
    const settings = [`PORT=${port}`, 'HOST=127.0.0.1', `PUBLIC_URL=http://127.0.0.1:${port}`, 'LOG_LEVEL=warn'];
    const run = ['run', ...PLAIN, ...settings.flatMap((setting) => ['--env', setting]), name, '--'];
    const command = ['node', 'apps/server/bin/poklik.mjs', 'start'];
    container = spawn('buildah', [...storage(), ...run, ...command], { stdio: ['ignore', 'inherit', 'inherit'] });
    await until(async () => container?.exitCode !== null || (await statusOf('/v1/health')) === 200, 300_000);
    expect(container.exitCode).toBeNull();
    const link = await newLink();
    await until(async () => (await statusOf(link)) === 302, 60_000);
    const { headers } = await sendRequest(port, link);
    expect(headers.location).toMatch(/^https:\/\/shop\.example\/\?c=[\w-]{20,}$/);

    const programs = await processesWith(`PORT=${port}`);
    const users = programs.map((pid) => readFile(`/proc/${pid}/status`, 'utf8'));
    for (const status of await Promise.all(users)) expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(USER);
    const [main] = await processesWith(`PORT=${port}`, 'poklik.mjs start');
    kill(main, 'SIGTERM');
    await until(() => container?.exitCode !== null, 60_000);
    expect(container.exitCode).toBe(0);
    expect(await processesWith(`PORT=${port}`)).toEqual([]);
  });

  const statusOf = (path: string): Promise<number> =>
    sendRequest(port, path).then(
      ({ status }) => status,
      () => 0,
    );

  /** The link of a new customer's campaign. */
  async function newLink(): Promise<string> {
    const ask = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      return JSON.parse((await sendRequest(port, `/v1${path}`, headers, 'POST', JSON.stringify(body))).body);
    };
    const login = { email: 'customer@poklik.test', password: 'a long enough passphrase' };
    await ask('/register', { ...login, password_confirmation: login.password, accept_terms: true });
    const { token } = await ask('/login', login);
    const { data } = await ask(
      '/companies',
      { name: 'Spring', default_url: 'https://shop.example/?c={click_id}' },
      token,
    );
    return `/c/${data.key}`;
  }
});

function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

/** Processes of this machine with a variable in their environment, and a text in their command. */
async function processesWith(variable: string, command = ''): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [environment, line] = await Promise.all([read(pid, 'environ'), read(pid, 'cmdline')]);
      const isIn = environment.split('\0').includes(variable) && line.replaceAll('\0', ' ').includes(command);
      return isIn ? [pid] : [];
    }),
  );
  return found.flat();
}
