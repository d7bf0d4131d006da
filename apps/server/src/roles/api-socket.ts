import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Unix socket paths of this length work on every system. */
const PATH_MAX_BYTES = 100;
const PREFIX = 'poklik-api-';
const SOCKET = 'api.sock';

/**
 * A socket folder that only this user can enter, because the API trusts the client address it gets there. Not in
 * DATA_DIR, whose path may be too long for a socket.
 */
export async function createApiSocket(): Promise<{ path: string; remove(): Promise<void> }> {
  const longest = `${PREFIX}XXXXXX/${SOCKET}`.length + 1;
  const parent = Buffer.byteLength(tmpdir()) + longest <= PATH_MAX_BYTES ? tmpdir() : '/tmp';
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  return { path: join(folder, SOCKET), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Removes sockets of killed programs. A folder without a socket may belong to a program that is starting. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    names.map(async (name) => {
      const folder = join(parent, name);
      if (await isConnectionRefused(join(folder, SOCKET))) await rm(folder, { recursive: true, force: true });
    }),
  );
}

const isConnectionRefused = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
