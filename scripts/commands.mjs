import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How long a program may take to exit after SIGTERM. */
const PATIENCE_SECONDS = 30;

export const ROOT = join(import.meta.dirname, '..');

/** The binary of a workspace, or of the root if it has none. */
export function binOf(name, workspace = '.') {
  const places = [join(ROOT, workspace), ROOT].map((folder) => join(folder, 'node_modules/.bin', name));
  const found = places.find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed; run npm ci first`);
  return found;
}

/**
 * Runs a program and resolves with its exit code and output. With `show` the output is printed at once; after `seconds`
 * the program and its children are stopped.
 */
export function run(file, args, { show = false, seconds = 600, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      detached: true,
      ...options,
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const endAll = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has already exited.
      }
    };
    const timers = [
      setTimeout(() => {
        output += `\n${file} did not end within ${seconds} s\n`;
        if (show) console.log(output);
        endAll('SIGTERM');
      }, seconds * 1000),
      setTimeout(() => endAll('SIGKILL'), (seconds + PATIENCE_SECONDS) * 1000),
    ];
    // It has its own process group and gets no signals from the terminal, so it is ended with this process.
    const interrupted = () => process.exit(130);
    const endWithUs = () => endAll('SIGTERM');
    process.once('exit', endWithUs);
    for (const signal of SIGNALS) process.once(signal, interrupted);
    const finish = (code) => {
      for (const timer of timers) clearTimeout(timer);
      process.off('exit', endWithUs);
      for (const signal of SIGNALS) process.off(signal, interrupted);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(1);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}
