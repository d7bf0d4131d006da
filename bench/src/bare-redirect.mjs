// The cheapest possible redirect on Node, as a baseline for the tracker: one constant response.
import { createServer } from 'node:http';

createServer((_request, response) => {
  response.writeHead(302, { Location: 'https://example.org/landing?x=1', 'Content-Length': 0 });
  response.end();
}).listen(Number(process.argv[2]), '127.0.0.1');
