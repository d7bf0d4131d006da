/** What a program tells a process it started. */
export interface ToChild {
  databaseUrl: string;
}

/** What the process tells back. */
export type FromChild = { listening: true } | { failed: string } | { problem: string | null };

/** The program that started this process, as far as this process deals with it. */
export interface Parent {
  /** Where the api listens, if there is one. */
  apiSocket: string | undefined;
  /** Known once PostgreSQL runs and its tables are up to date. */
  databaseUrl: Promise<string>;
  tell(message: FromChild): void;
  /** Tells what keeps this process from its work, whenever that changes. */
  watchReadiness(problem: () => string | undefined): void;
}

const CHILD = '--child';
const API_SOCKET = '--api-socket=';
const LOOK_EVERY_MS = 1_000;

export const childArguments = (apiSocket: string | undefined): string[] => [
  CHILD,
  ...(apiSocket === undefined ? [] : [API_SOCKET + apiSocket]),
];

/** Undefined where an operator started this process. `onGone` is called when the parent asks it to stop, or has died. */
export function findParent(onGone: () => void): Parent | undefined {
  if (!process.argv.includes(CHILD) || !process.send) return undefined;
  const apiSocket = process.argv.find((argument) => argument.startsWith(API_SOCKET))?.slice(API_SOCKET.length);
  const databaseUrl = new Promise<string>((resolve, reject) => {
    process.on('message', (message) => resolve((message as ToChild).databaseUrl));
    process.once('disconnect', () => reject(new Error('stopped before PostgreSQL was there')));
  });
  databaseUrl.catch(() => undefined);
  process.once('disconnect', onGone);
  // Gone while this process was still loading.
  if (!process.connected) process.emit('disconnect');
  const tell = (message: FromChild) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  return {
    apiSocket,
    databaseUrl,
    tell,
    watchReadiness(problem) {
      let told: string | null | undefined;
      const look = () => {
        const now = problem() ?? null;
        if (now !== told) tell({ problem: now });
        told = now;
      };
      look();
      setInterval(look, LOOK_EVERY_MS).unref();
    },
  };
}
