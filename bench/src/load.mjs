// Simulates many visitors with wrk, which uses little CPU, or with own-load.mjs if wrk is not installed.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const REQUESTS = fileURLToPath(new URL('./requests.lua', import.meta.url));
const OWN_LOAD = fileURLToPath(new URL('./own-load.mjs', import.meta.url));
const run = promisify(execFile);

let wrk;
const hasWrk = () => {
  wrk ??= run('wrk', ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  );
  return wrk;
};

/** Runs the load, optionally for several hosts in turn; returns requests per second and latencies in milliseconds. */
export async function load(origin, paths, { seconds, core, connections = 64, hosts = [] }) {
  return (await hasWrk())
    ? loadByWrk(origin, { seconds, core, connections }, { PATHS: paths.join(','), HOSTS: hosts.join(',') })
    : JSON.parse(await on(core, ['node', OWN_LOAD, origin, seconds, connections, paths.join(','), hosts.join(',')]));
}

async function loadByWrk(origin, { seconds, core, connections }, requests) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s', '-s', REQUESTS];
  const text = await on(core, ['wrk', ...options, origin], requests);
  const find = (form) => form.exec(text)?.[1];
  return {
    perSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p50: milliseconds(find(/^\s+50%\s+(\S+)/m)),
    p99: milliseconds(find(/^\s+99%\s+(\S+)/m)),
    errors: Number(find(/Non-2xx or 3xx responses: (\d+)/) ?? 0) + (/Socket errors/.test(text) ? 1 : 0),
  };
}

async function on(core, command, env = {}) {
  const pinned = (core === undefined ? command : ['taskset', '-c', core, ...command]).map(String);
  const { stdout } = await run(pinned[0], pinned.slice(1), { env: { ...process.env, ...env } });
  return stdout;
}

function milliseconds(text) {
  const [, value, unit] = /([\d.]+)(us|ms|s|m)/.exec(text ?? '') ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit];
}
