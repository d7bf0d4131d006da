// Load without wrk: sends one request at a time per connection and prints JSON.
// node own-load.mjs ORIGIN SECONDS CONNECTIONS PATHS [HOSTS]
import { connect } from 'node:net';

const [origin, seconds, connections, paths, hosts] = process.argv.slice(2);
const { hostname, port } = new URL(origin);
const REQUESTS = 1_000;
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
];
const list = paths.split(',');
const names = hosts ? hosts.split(',') : [hostname];
const requests = Array.from({ length: REQUESTS }, (_, turn) => {
  const address = `${11 + (turn % 89)}.${turn % 250}.${(turn * 7) % 250}.${(turn * 13) % 250}`;
  return Buffer.from(
    `GET ${list[turn % list.length]}?sub1=banner${turn}&sub2=site&gclid=abc${turn} HTTP/1.1\r\nHost: ${names[turn % names.length]}\r\n` +
      `User-Agent: ${AGENTS[turn % AGENTS.length]}\r\nReferer: https://news.example.com/a\r\n` +
      `Accept-Language: de-DE,de;q=0.9\r\nX-Forwarded-For: ${address}\r\nAccept: text/html\r\n\r\n`,
  );
});

const END_OF_HEAD = '\r\n\r\n';
const latencies = [];
let turn = 0;
let errors = 0;
const until = performance.now() + Number(seconds) * 1_000;

await Promise.all(Array.from({ length: Number(connections) }, visit));
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
console.log(JSON.stringify({ perSecond: latencies.length / Number(seconds), p50: at(0.5), p99: at(0.99), errors }));

/** Responses have no body, so each ends with its headers. */
function visit() {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let head = '';
    let sentAt = 0;
    const ask = () => {
      if (performance.now() >= until) return socket.end();
      turn += 1;
      sentAt = performance.now();
      return socket.write(requests[turn % REQUESTS]);
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('connect', ask);
    socket.on('data', (text) => {
      head += text;
      if (!head.endsWith(END_OF_HEAD)) return;
      latencies.push(performance.now() - sentAt);
      if (!/^HTTP\/1\.1 [23]/.test(head)) errors += 1;
      head = '';
      ask();
    });
    socket.on('error', () => {
      errors += 1;
    });
    socket.on('close', resolve);
  });
}
