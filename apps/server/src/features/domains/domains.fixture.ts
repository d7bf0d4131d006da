import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Language } from '@poklik/contract/language';
import { type DnsServer, startDnsServer, type Zone } from '../../testing/dns-server.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { checkDomain } from './check-domain.service.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
export type Row = any;

export const HERE = ['127.0.0.1'];
export const ZONE: Zone = { '*.in.links.example': { A: HERE } };

export interface DomainFixture {
  app: TestApp;
  dns: DnsServer;
  /** What the server of the hosts answers instead of ownership values. */
  answer: { instead: string | undefined };
  call(method: 'GET' | 'POST' | 'PUT', path: string, person: Person, body?: object, language?: Language): Promise<Row>;
  /** Adds a domain that the worker does not check. */
  add(person: Person, host?: string): Promise<Row>;
  check(person: Person, domain: Row): Promise<Row>;
  read(person: Person, id: number, language?: Language): Promise<Row>;
  setCname(domain: Row, to?: string): void;
  /** Moves a time of the domain into the past. */
  age(domain: Row, column: string, interval: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The API with a DNS server of its own, and a server that answers for all hosts like a tracker. */
export async function createDomainFixture(): Promise<DomainFixture> {
  const dns = await startDnsServer({ ...ZONE });
  const answer: DomainFixture['answer'] = { instead: undefined };
  const tracker = createServer((req, res) => res.end(answer.instead ?? req.url?.split('/').at(-1)));
  await new Promise<void>((resolve) => tracker.listen(0, '127.0.0.1', resolve));
  const { port } = tracker.address() as AddressInfo;
  const app = await createTestApp({
    outgoing: { allowLoopback: true, dnsServers: [dns.address] },
    trackingUrl: `http://track.example:${port}`,
  });
  // After the worker has started: the tests check by themselves.
  app.services.config.trackingZone = { zone: 'links.example', appHosts: ['track.example'] };

  const call: DomainFixture['call'] = async (method, path, { token }, body, language) =>
    (await app.call(method, path, { token, ...(body ? { body } : {}), ...(language ? { language } : {}) })).json();
  const read: DomainFixture['read'] = async (person, id, language) =>
    (await call('GET', '/domains', person, undefined, language)).data.find((row: Row) => row.id === id);
  let hosts = 0;
  return {
    app,
    dns,
    answer,
    call,
    read,
    async add(person, host) {
      hosts += 1;
      await app.services.pool.query(
        "update accounts set tariff_id = (select id from tariffs where code = 'business') where id = $1",
        [person.accountId],
      );
      return (await call('POST', '/domains', person, { host: host ?? `go${hosts}.shop.com` })).data;
    },
    async check(person, { id }) {
      await checkDomain(app.services, id);
      return read(person, id);
    },
    setCname(row, to = row.record.cname.value) {
      dns.zone = { ...dns.zone, [row.host]: { CNAME: to } };
    },
    age: (row, column, interval) =>
      app.services.pool.query(`update tracking_domains set ${column} = now() - interval '${interval}' where id = $1`, [
        row.id,
      ]),
    async close() {
      await app.close();
      tracker.close();
      await dns.close();
    },
  };
}
