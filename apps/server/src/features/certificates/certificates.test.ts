import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pebblePath, WITHOUT_PEBBLE } from '../../testing/pebble/pebble.ts';
import { sendRequest } from '../../testing/test-tracker.ts';
import { type Installation, startInstallation, untilSoon } from './certificates.fixture.ts';

const HOST = 'go.shop.com';

describe.skipIf(!pebblePath)(`two machines and a certificate authority${WITHOUT_PEBBLE}`, () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation();
  });
  afterAll(() => installation?.close());
  const click = (port: number) => installation.handshake(port, HOST, '/c/first');

  it('get HTTPS for a domain within a minute, through the tracker that the authority asks', async () => {
    const { addDomain, certificateCheck, trackerHttpsPort, programHttpsPort } = installation;
    await expect(click(trackerHttpsPort)).rejects.toThrow();
    const began = performance.now();
    const id = await addDomain(HOST);
    for (const port of [trackerHttpsPort, programHttpsPort])
      await untilSoon(async () => (await click(port).catch(() => undefined))?.status === 302);
    expect(performance.now() - began).toBeLessThan(60_000);
    await untilSoon(async () => (await certificateCheck(id)).state === 'ok');
    expect(await certificateCheck(id)).toMatchObject({ code: 'https_works' });
  }, 120_000);

  it('serve the application’s host too, refuse strangers and keep plain HTTP', async () => {
    const { handshake, trackerHttpsPort, programHttpsPort, trackerPort } = installation;
    await untilSoon(
      async () => (await handshake(programHttpsPort, 'app.test', '/v1/live').catch(() => undefined))?.status === 200,
    );
    await expect(handshake(trackerHttpsPort, 'stranger.shop.com')).rejects.toThrow(/alert|reset|hang up|disconnected/);
    expect((await sendRequest(trackerPort, '/c/first', { host: HOST })).status).toBe(302);
  });

  it.each([
    ['over HTTP', 0],
    ['in a TLS handshake, which visitors don’t notice', 1],
  ])('renew with a challenge %s, without a failed handshake', async (_name, failures) => {
    const { renew, trackerHttpsPort } = installation;
    const problems: unknown[] = [];
    let handshakes = 0;
    let isOver = false;
    const visitors = (async () => {
      while (!isOver) {
        await click(trackerHttpsPort).catch((error: unknown) => problems.push(error));
        handshakes += 1;
      }
    })();
    await renew(HOST, failures).finally(() => {
      isOver = true;
    });
    await visitors;
    expect(problems).toEqual([]);
    expect(handshakes).toBeGreaterThan(20);
  });

  it('serve HTTPS while PostgreSQL is away, even after a restart', async () => {
    const { restartTracker, trackerHttpsPort } = installation;
    await restartTracker({ DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/none' });
    expect((await click(trackerHttpsPort)).status).toBe(302);
    await restartTracker();
  });

  it('say what failed', async () => {
    const { addDomain, certificateCheck, database } = installation;
    const host = 'other.shop.com';
    await database.pool.query(
      `insert into certificates (host, failures, last_error, next_try_at)
       values ($1, 1, 'DNS problem: SERVFAIL', now() + interval '1 hour')`,
      [host],
    );
    const { code, message } = await certificateCheck(await addDomain(host));
    expect([code, message]).toEqual([
      'certificate_failed',
      expect.stringContaining('couldn’t be issued: DNS problem: SERVFAIL.'),
    ]);
  });

  it('store no private key that a dump of PostgreSQL could reveal', async () => {
    const { database } = installation;
    const { rows: tables } = await database.pool.query(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not like 'pg_%' and schemaname <> 'information_schema'",
    );
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await database.pool.query(`select t::text as line from ${name} t`);
      dump += rows.map(({ line }) => line).join('\n');
    }
    expect(dump).toContain('BEGIN CERTIFICATE');
    expect(dump).not.toContain('PRIVATE KEY');
    // The beginning of an EC key in base64, with PKCS #8 and without.
    expect(dump).not.toMatch(/MIGHAgEAM|MHcCAQEE/);
  });
});
