import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault = 'none' | 'drop answer' | 'drop request' | 'refuse' | 'swallow';

export interface FaultProxy {
  url: URL;
  /** Number of inserts that reached ClickHouse. */
  inserts(): number;
  close(): Promise<void>;
}

/**
 * A proxy in front of ClickHouse that breaks inserts as configured: loses the response, loses the request, rejects it,
 * or swallows it with a success response. Queries pass.
 */
export async function startFaultProxy(target: URL, faultOf: (insert: number) => Fault): Promise<FaultProxy> {
  let asked = 0;
  let reached = 0;
  const server = createServer((req, res) => {
    const isInsert = /INSERT(\+|%20)INTO/i.test(req.url ?? '');
    if (isInsert) asked += 1;
    const fault = isInsert ? faultOf(asked) : 'none';
    if (fault === 'drop request') return void req.socket.destroy();
    if (fault === 'refuse' || fault === 'swallow') {
      req.resume();
      return void req.once('end', () => {
        if (fault === 'swallow') res.end();
        else res.writeHead(500).end('Code: 999. DB::Exception: not now. (UNKNOWN)');
      });
    }
    const { hostname, port } = target;
    const upstream = request({ hostname, port, method: req.method, path: req.url, headers: req.headers }, (answer) => {
      if (isInsert) reached += 1;
      if (fault === 'drop answer') {
        answer.resume();
        return void answer.once('end', () => req.socket.destroy());
      }
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    upstream.once('error', () => req.socket.destroy());
    req.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url,
    inserts: () => reached,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
