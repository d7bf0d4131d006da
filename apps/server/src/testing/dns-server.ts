import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import dnsPacket, { type Answer, type Packet } from 'dns-packet';

/** Records by name. `fail` makes the server answer with an error. */
export interface Zone {
  [name: string]: { CNAME?: string; A?: string[]; AAAA?: string[]; TXT?: string[]; fail?: true };
}

export interface DnsServer {
  /** As in OUTGOING_DNS. */
  address: string;
  /** Read for each question, so tests change records while the server runs. */
  zone: Zone;
  close(): Promise<void>;
}

const AUTHORITATIVE = 1 << 10;
const SERVER_FAILURE = 2;
const NAME_ERROR = 3;

/** A DNS server on a free port: answers like an authoritative one, and follows CNAME records like a resolver. */
export async function startDnsServer(zone: Zone = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server = { zone };
  socket.on('message', (message, from) => {
    const query = dnsPacket.decode(message);
    socket.send(dnsPacket.encode(answerOf(server.zone, query)), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    get zone() {
      return server.zone;
    },
    set zone(next) {
      server.zone = next;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answerOf(zone: Zone, query: Packet): Packet {
  const [question] = query.questions ?? [];
  const reply = (code: number, answers: Answer[] = []): Packet => ({
    id: query.id ?? 0,
    type: 'response',
    flags: AUTHORITATIVE | code,
    questions: query.questions ?? [],
    answers,
  });
  if (!question) return reply(SERVER_FAILURE);
  const answers: Answer[] = [];
  let name = question.name.toLowerCase();
  for (let hop = 0; hop < 5; hop += 1) {
    const records = findRecords(zone, name);
    if (!records) return reply(NAME_ERROR, answers);
    if (records.fail) return reply(SERVER_FAILURE);
    if (records.CNAME !== undefined) {
      answers.push({ type: 'CNAME', name, ttl: 1, data: records.CNAME });
      if (question.type === 'CNAME') break;
      name = records.CNAME;
      continue;
    }
    for (const data of records.A ?? []) if (question.type === 'A') answers.push({ type: 'A', name, ttl: 1, data });
    for (const data of records.AAAA ?? [])
      if (question.type === 'AAAA') answers.push({ type: 'AAAA', name, ttl: 1, data });
    for (const data of records.TXT ?? [])
      if (question.type === 'TXT') answers.push({ type: 'TXT', name, ttl: 1, data: [data] });
    break;
  }
  return reply(0, answers);
}

/** A `*` stands for one or more labels, as in a real zone; a name above a record exists too. */
function findRecords(zone: Zone, name: string): Zone[string] | undefined {
  const own = zone[name];
  if (own) return own;
  const labels = name.split('.');
  for (let cut = 1; cut < labels.length; cut += 1) {
    const wild = zone[`*.${labels.slice(cut).join('.')}`];
    if (wild) return wild;
  }
  return Object.keys(zone).some((other) => other.endsWith(`.${name}`)) ? {} : undefined;
}
