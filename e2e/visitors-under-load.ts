import { connect } from 'node:net';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const END_OF_HEAD = '\r\n\r\n';

export interface VisitorsPlan {
  connections: number;
  /** How long a visitor waits before the next click. */
  pauseMs: number;
}

export interface Visitors {
  /** Answers that were no redirect, said that the click is not recorded, or did not come whole while nothing was being killed. */
  problems(): string[];
  stop(): Promise<void>;
}

/**
 * Visitors on a few connections that stay open. Each clicks again once it is answered; what is acknowledged goes into
 * `acknowledged`: the id of a click whose redirect has arrived whole. They end by themselves when nobody answers.
 */
export function sendVisitors(link: string, { connections, pauseMs }: VisitorsPlan, acknowledged: string[]): Visitors {
  const { hostname, port, pathname } = new URL(link);
  const problems: string[] = [];
  let isOver = false;
  let turn = 0;

  const visit = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      let head = '';
      const ask = () => {
        if (isOver) return void socket.end();
        turn += 1;
        socket.write(
          `GET ${pathname}?sub1=${turn} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: ${BROWSER}\r\nAccept: text/html\r\n\r\n`,
        );
      };
      socket.setNoDelay(true).setEncoding('latin1');
      socket.on('connect', ask);
      // A redirect has no body, so it ends with its head.
      socket.on('data', (text) => {
        head += text;
        if (!head.endsWith(END_OF_HEAD)) return;
        const id = /^HTTP\/1\.1 302 [\s\S]*?\r\nLocation: \S+[?&]click=([\w-]+)\r\n/i.exec(head)?.[1];
        if (id === undefined || /\r\nX-Poklik-Recorded: no/i.test(head)) problems.push(head.split('\r\n', 1)[0] ?? '');
        else acknowledged.push(id);
        head = '';
        if (pauseMs > 0) setTimeout(ask, pauseMs);
        else ask();
      });
      socket.on('error', (error) => problems.push(error.message));
      socket.on('close', () => {
        if (!isOver) problems.push('the connection ended');
        resolve();
      });
    });

  const all = Promise.all(Array.from({ length: connections }, visit));
  return {
    problems: () => problems,
    async stop() {
      isOver = true;
      await all;
    },
  };
}
