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
  /** Responses that were not redirects or not recorded, and connections that broke before `stop`. */
  problems(): string[];
  stop(): Promise<void>;
}

/**
 * Sends clicks over a few persistent connections, each clicking again after a response. The id of every click whose
 * redirect has arrived completely is added to `acknowledged`. Connections end when the server closes them.
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
      // A redirect has no body, so the response ends with its headers.
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
