import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pebblePath, WITHOUT_PEBBLE } from '../../testing/pebble/pebble.ts';
import { type Installation, startInstallation, untilSoon } from './certificates.fixture.ts';

const HOST = 'go.shop.com';
const HANDSHAKES = 10_000;
const AT_ONCE = 8;

describe.skipIf(!pebblePath)(`renewals under load${WITHOUT_PEBBLE}`, () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await startInstallation();
    await installation.addDomain(HOST);
    const { handshake, trackerHttpsPort } = installation;
    await untilSoon(() =>
      handshake(trackerHttpsPort, HOST).then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(() => installation?.close());

  it(`fail none of ${HANDSHAKES} handshakes`, async () => {
    const { handshake, renew, trackerHttpsPort } = installation;
    const problems: unknown[] = [];
    const serials = new Set<string>();
    let started = 0;
    const visit = async () => {
      while (started < HANDSHAKES) {
        started += 1;
        const answer = await handshake(trackerHttpsPort, HOST, '/c/first').catch((error: unknown) => {
          problems.push(error);
          return undefined;
        });
        if (answer) serials.add(answer.serial);
      }
    };
    const visitors = Promise.all(Array.from({ length: AT_ONCE }, visit));
    for (let renewals = 0; started < HANDSHAKES; renewals += 1) await renew(HOST, renewals % 2);
    await visitors;
    process.stdout.write(`${HANDSHAKES} handshakes, ${serials.size} certificates\n`);
    expect(problems).toEqual([]);
    expect(serials.size).toBeGreaterThan(2);
  });
});
