import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@poklik/child-processes/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool, withoutTool } from '../testing/find-tool.ts';
import { programArgs } from '../testing/processes/program.ts';
import { type RunningProgram, startProgram } from '../testing/processes/running-program.ts';
import { sendRequest, until } from '../testing/test-tracker.ts';

const TOKEN = 'a token for scraping';
const promtool = findTool('promtool');

const deploy = (file: string): string => fileURLToPath(new URL(`../../../../deploy/${file}`, import.meta.url));

describe('metrics of a running program', () => {
  let folder: string;
  let program: RunningProgram;
  let port: number;
  let text: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'poklik-metrics-'));
    port = await freePort();
    program = await startProgram(join(folder, 'data'), {
      METRICS_LISTEN: `127.0.0.1:${port}`,
      METRICS_TOKEN: TOKEN,
      PUBLIC_URL: 'http://app.test',
      TRACKING_ZONE: 'track.test',
      APP_HOSTS: '127.0.0.1',
      BACKUP_TO: join(folder, 'backups'),
    });
    await until(async () => (await program.ask('GET', '/c/unknown')).status === 404, 30_000);
    expect((await program.ask('GET', '/postback?cid=1')).status).toBe(404);
    await until(async () => existsSync(join(folder, 'backups/logs/manifest.json')), 30_000);
    text = await scrape();
  }, 180_000);
  afterAll(async () => {
    await program?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function scrape(): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  it('come from all of its processes in one answer', () => {
    const lines = text.split('\n');
    const value = (series: string) =>
      Number(
        lines
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')
          .at(-1),
      );
    for (const role of ['main', 'tracker', 'statistics'])
      expect(value(`poklik_resident_bytes{role="${role}"}`)).toBeGreaterThan(1e7);
    expect(value('poklik_clicks_total{result="unknown"}')).toBeGreaterThan(0);
    expect(value('poklik_clicks_total{result="redirected"}')).toBe(0);
    expect(value('poklik_postbacks_total{result="unknown_click"}')).toBe(1);
    expect(value('poklik_backup_last_success_timestamp_seconds')).toBe(0);
    expect(value('poklik_log_archive_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(value('poklik_unrecorded_clicks_total')).toBe(0);
    expect(lines.filter((line) => line.startsWith('poklik_build_info{'))).toHaveLength(1);
    expect(lines).toContainEqual(
      expect.stringMatching(/^poklik_http_duration_seconds_count\{route="GET \/v1\/register",status="200"\} \d/),
    );
    // ClickHouse is not there, so how far statistics are is unknown.
    expect(text).not.toMatch(/^poklik_event_log_lag_seconds /m);
  });

  it('name no account, campaign or host', () => {
    const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label);
    const known = ['le', 'node', 'queue', 'result', 'role', 'route', 'state', 'status', 'step', 'version'];
    expect([...new Set(labels)].filter((label) => !known.includes(label ?? ''))).toEqual([]);
  });

  it.skipIf(!promtool)(`have nothing that promtool complains about${withoutTool('promtool')}`, () => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('need the token, and are not there on tracking hosts', async () => {
    const get = (host: string, token?: string) =>
      sendRequest(program.port, '/metrics', { host, ...(token ? { authorization: `Bearer ${token}` } : {}) });
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await get('app.test')).status).toBe(401);
    expect((await get('app.test', `${TOKEN}!`)).status).toBe(401);
    expect(await get('app.test', TOKEN)).toMatchObject({ status: 200 });
    expect((await get('anything.track.test', TOKEN)).status).toBe(421);
  });

  it('are what alerts and dashboard ask for', () => {
    const written = readFileSync(deploy('alerts.yml'), 'utf8') + readFileSync(deploy('grafana.json'), 'utf8');
    const asked = [...new Set(written.match(/\bpoklik_\w+/g))];
    const missing = asked.filter((name) => !text.includes(`# HELP ${name.replace(/_(bucket|count|sum)$/, '')} `));
    // Only with TLS_CERTS.
    expect(missing).toEqual(['poklik_certificate_earliest_expiry_timestamp_seconds']);
  });
});

describe.skipIf(!promtool)(`alerts${withoutTool('promtool')}`, () => {
  it('are valid, each fires once for its fault, and none without one', () => {
    for (const args of [
      ['check', 'rules', deploy('alerts.yml')],
      ['test', 'rules', deploy('alerts.test.yml')],
    ])
      expect(spawnSync(promtool ?? '', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
    expect(names(readFileSync(deploy('alerts.test.yml'), 'utf8'), /alertname="(\w+)"/g)).toEqual(
      names(readFileSync(deploy('alerts.yml'), 'utf8'), /alert: (\w+)/g),
    );
  });
});

it('a port of METRICS_LISTEN that is in use stops the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'poklik-metrics-'));
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, PORT: '0', METRICS_LISTEN: `127.0.0.1:${port}` };
  const program = spawn(process.execPath, programArgs(), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  program.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = await once(program, 'close');
  blocker.close();
  await rm(folder, { recursive: true, force: true });
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('Set METRICS_LISTEN') });
});
