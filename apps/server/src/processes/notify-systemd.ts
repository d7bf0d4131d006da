import { execFile } from 'node:child_process';
import { environment } from '../config.ts';

/** Tells systemd the state of a service with `Type=notify`; Node can't write to its socket. */
export function notifySystemd(state: 'READY' | 'STOPPING'): void {
  const isChild = process.send !== undefined;
  if (isChild || environment.NOTIFY_SOCKET === undefined) return;
  // Without the program, systemd reports a start that timed out.
  execFile('systemd-notify', [`${state}=1`], () => undefined);
}
