// The command line. `poklik start` becomes the server, so signals reach it directly.
import { runCommandLine } from './commands/command-line.ts';
import { environment } from './config.ts';

const args = process.argv.slice(2);
if (args.join(' ') === 'start') await import('./main.ts');
else
  process.exitCode = await runCommandLine(args, {
    env: environment,
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
  });
