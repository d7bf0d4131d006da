import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A traffic source on this machine; each request is its path followed by its body. */
export async function startLocalSource() {
  const received: string[] = [];
  const server = createServer(async (req, res) => {
    received.push(`${req.url}${await text(req)}`);
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
