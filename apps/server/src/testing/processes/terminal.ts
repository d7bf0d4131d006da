import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Terminal {
  pid: number;
  /** All output so far. */
  shown(): string;
  /** Types Ctrl-C, for which the terminal sends SIGINT to its foreground processes. */
  interrupt(): void;
  /** Resolves to the exit code of the command. */
  ended: Promise<number | null>;
}

/** Runs a command in a pseudo-terminal of util-linux's `script`. */
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
