// Starts, watches and stops the measured processes.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const START_PATIENCE_MS = 60_000;
const END_PATIENCE_MS = 10_000;

/** Starts `command`, pinned to `core` if given. */
export function start(command, { env = {}, core, cwd, stdout = 'ignore' } = {}) {
  const pinned = core === undefined ? command : ['taskset', '-c', String(core), ...command];
  const child = spawn(pinned[0], pinned.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), END_PATIENCE_MS);
    await ended;
    clearTimeout(cut);
  };
  const signal = (name) => {
    const isThere = child.exitCode === null && child.signalCode === null;
    if (isThere) child.kill(name);
  };
  return { child, pid: child.pid, ended, end, signal };
}

export async function waitFor(url) {
  for (const until = performance.now() + START_PATIENCE_MS; performance.now() < until; await sleep(50)) {
    if (await answers(url)) return;
  }
  throw new Error(`${url} does not respond`);
}

const answers = async (url) => (await statusOf(url)) < 400;

/** Status of a request, optionally for another host; NaN if there is no answer. */
export const statusOf = (url, host) =>
  new Promise((resolve) => {
    get(url, host === undefined ? {} : { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', () => resolve(Number.NaN));
  });

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The child process of `pid` that was started with `name=value`, with its environment. */
export function childWith(pid, name, value) {
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')) {
    try {
      const pairs = readFileSync(`/proc/${child}/environ`, 'utf8').split('\0');
      const env = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
      if (env[name] === value) return { pid: Number(child), env };
    } catch {
      // It has just exited or is just starting.
    }
  }
}

const CLOCK_TICKS_PER_SECOND = 100;

/** CPU time of a process in seconds. */
export function cpuSeconds(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** Memory of a process in megabytes. */
export const residentMb = (pid) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
