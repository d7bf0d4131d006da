import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Terminal {
  pid: number;
  /** Everything that was shown so far. */
  shown(): string;
  /** Types Ctrl-C, which the terminal turns into a signal for its foreground processes. */
  interrupt(): void;
  /** Resolves to the exit code of the command. */
  ended: Promise<number | null>;
}

/** Runs a command on a terminal of its own, as `script` of util-linux makes one. */
export function runOnTerminal(command: string, env: NodeJS.ProcessEnv, cwd: string): Terminal {
  const script = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  script.stdout.on('data', (chunk) => (shown += chunk));
  return {
    pid: script.pid as number,
    shown: () => shown.replaceAll('\r\n', '\n'),
    interrupt: () => void script.stdin.write('\x03'),
    ended: once(script, 'close').then(([code]) => code as number | null),
  };
}
