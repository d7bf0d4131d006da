import cluster from 'node:cluster';

/** Messages from the program to a child process. */
export type ParentMessage =
  | { databaseUrl: string }
  | { visitorKey: string }
  | { passKeys: readonly string[] }
  | { certificateKey: string };

/** Messages from a child process to the program. */
export type ChildMessage = { started: true } | { listening: true } | { failed: string } | { problem: string | null };

/** The program that started this process. */
export interface ParentProcess {
  /** Where the API listens, if there is one. */
  apiSocket: string | undefined;
  /** Resolves when PostgreSQL is running and migrated. */
  databaseUrl: Promise<string>;
  /** Resolves to the key, in base64, of the box with the private keys of ordered certificates. */
  certificateKey: Promise<string>;
  /** Called with the visitor key of this installation when the program has read it. */
  onVisitorKey(handler: (key: string) => void): void;
  /** Called with the keys that sign the way to landers, whenever they change. */
  onPassKeys(handler: (keys: readonly string[]) => void): void;
  send(message: ChildMessage): void;
  /** Reports the current problem whenever it changes. */
  watchReadiness(problem: () => string | undefined): void;
}

const CHILD_FLAG = '--child';
const API_SOCKET_FLAG = '--api-socket=';
const CHECK_INTERVAL_MS = 1_000;

export const childArguments = (apiSocket: string | undefined): string[] => [
  CHILD_FLAG,
  ...(apiSocket === undefined ? [] : [API_SOCKET_FLAG + apiSocket]),
];

/** Undefined when an operator started this process. Calls `onDisconnect` when the parent stops it or dies. */
export function findParent(onDisconnect: () => void): ParentProcess | undefined {
  if (!process.argv.includes(CHILD_FLAG) || !process.send) return undefined;
  const apiSocket = process.argv
    .find((argument) => argument.startsWith(API_SOCKET_FLAG))
    ?.slice(API_SOCKET_FLAG.length);
  const { worker } = cluster;
  // Otherwise Node ends this process at once, with its open requests.
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true;
  });
  const visitorKey = keepLast<string>();
  const passKeys = keepLast<readonly string[]>();
  let setCertificateKey: (key: string) => void = () => undefined;
  const certificateKey = new Promise<string>((resolve) => {
    setCertificateKey = resolve;
  });
  const databaseUrl = new Promise<string>((resolve, reject) => {
    process.on('message', (message: ParentMessage | object) => {
      if ('databaseUrl' in message) return resolve(message.databaseUrl);
      if ('certificateKey' in message) return setCertificateKey(message.certificateKey);
      if ('passKeys' in message) return passKeys.tell(message.passKeys);
      if ('visitorKey' in message) visitorKey.tell(message.visitorKey);
    });
    process.once('disconnect', () => reject(new Error('stopped before PostgreSQL was ready')));
  });
  databaseUrl.catch(() => undefined);
  process.once('disconnect', onDisconnect);
  // Disconnected while this process was loading.
  if (!process.connected) process.emit('disconnect');
  const send = (message: ChildMessage) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  send({ started: true });
  return {
    apiSocket,
    databaseUrl,
    certificateKey,
    onVisitorKey: visitorKey.listen,
    onPassKeys: passKeys.listen,
    send,
    watchReadiness(problem) {
      let reported: string | null | undefined;
      const check = () => {
        const now = problem() ?? null;
        if (now !== reported) send({ problem: now });
        reported = now;
      };
      check();
      setInterval(check, CHECK_INTERVAL_MS).unref();
    },
  };
}

/** For values that may come before anybody asks for them. */
function keepLast<T>(): { tell(value: T): void; listen(handler: (value: T) => void): void } {
  let last: { value: T } | undefined;
  let handle: (value: T) => void = () => undefined;
  return {
    tell(value) {
      last = { value };
      handle(value);
    },
    listen(handler) {
      handle = handler;
      if (last) handler(last.value);
    },
  };
}
