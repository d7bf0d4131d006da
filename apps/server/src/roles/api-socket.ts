import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every system takes a path of this length for a Unix socket; some take little more. */
const PATH_MAX_BYTES = 100;
const PREFIX = 'poklik-api-';
const SOCKET = 'api.sock';

/**
 * A place for the socket between tracker and api that only this user can enter: whoever reaches the api there is
 * believed about the address of the client. Not in DATA_DIR, whose path may be too long for a socket.
 */
export async function makeApiSocket(): Promise<{ path: string; remove(): Promise<void> }> {
  const longest = `${PREFIX}XXXXXX/${SOCKET}`.length + 1;
  const parent = Buffer.byteLength(tmpdir()) + longest <= PATH_MAX_BYTES ? tmpdir() : '/tmp';
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  return { path: join(folder, SOCKET), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Programs that were killed left theirs behind. A folder without a socket may belong to one that is starting. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    names.map(async (name) => {
      const folder = join(parent, name);
      if (await isRefused(join(folder, SOCKET))) await rm(folder, { recursive: true, force: true });
    }),
  );
}

const isRefused = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
