// `npm run dev`: the server restarts when its code changes, the web app updates in the browser.
import { spawn } from 'node:child_process';
import { binOf, ROOT } from './commands.mjs';

const programs = [
  [binOf('tsx'), ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], ROOT],
  [binOf('vite', 'apps/web'), ['--clearScreen', 'false'], `${ROOT}/apps/web`],
].map(([file, args, cwd]) => spawn(file, args, { cwd, stdio: 'inherit', detached: true }));

/** Each program forwards the signal to its children; a server that gets it twice would leave its database running. */
function stopAll() {
  for (const program of programs) if (program.exitCode === null && !program.killed) program.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
for (const program of programs) {
  program.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stopAll();
  });
}
