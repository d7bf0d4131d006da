import { readdir, readFile, readlink } from 'node:fs/promises';

export interface RunningProcess {
  pid: number;
  command: string;
}

/** Processes that use a data folder, found by their environment, working directory and arguments in /proc. */
export async function processesOn(dataDir: string): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [environment, folder, command] = await Promise.all([
        readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      ]);
      const isOn =
        [environment, folder, command].some((text) => text.includes(`${dataDir}/`)) ||
        environment.includes(`DATA_DIR=${dataDir}\0`);
      return isOn ? [{ pid, command: command.replaceAll('\0', ' ').trim() }] : [];
    }),
  );
  return found.flat();
}

export async function killProcessesOn(dataDir: string): Promise<void> {
  for (const { pid } of await processesOn(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
