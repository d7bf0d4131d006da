import { afterEach, describe, expect, it } from 'vitest';
import { type CappedTrackers, createCappedTrackers } from '../testing/capped-trackers.ts';

const CAP = 10_000;
/** Longer than PostgreSQL keeps clicks reserved for a killed tracker. */
const LOAD = { connections: 6, quietMs: 7_000 };

describe(`four tracker processes with a daily cap of ${CAP}`, { timeout: 600_000 }, () => {
  let capped: CappedTrackers;
  afterEach(() => capped.close(), 120_000);

  it('redirect at most 1 % more visitors to the campaign', async () => {
    capped = await createCappedTrackers(CAP, 4);
    const redirected = await capped.sendUntilCapped(LOAD);
    process.stdout.write(`redirected to the campaign: ${redirected}\n`);
    expect(redirected).toBeGreaterThanOrEqual(CAP);
    expect(redirected).toBeLessThanOrEqual(CAP * 1.01);
  });

  it('neither lose nor repeat more than a second of clicks when trackers are killed and restarted', async () => {
    capped = await createCappedTrackers(CAP, 4);
    const kills = [2_000, 4_000, 6_000, 8_000];
    const restarts: Promise<void>[] = [];
    let perSecond = 0;
    const startedAt = performance.now();
    const onRedirect = (count: number) => {
      const [next] = kills;
      if (next === undefined || count < next) return;
      kills.shift();
      const at = kills.length;
      perSecond = Math.max(perSecond, count / ((performance.now() - startedAt) / 1_000) / 4);
      restarts.push(capped.trackers[at]?.stop('SIGKILL').then(() => capped.restart(at)) ?? Promise.resolve());
    };
    const redirected = await capped.sendUntilCapped({ ...LOAD, onRedirect });
    await Promise.all(restarts);
    process.stdout.write(
      `redirected to the campaign: ${redirected}; each tracker in a second: ${Math.round(perSecond)}\n`,
    );
    expect(redirected).toBeGreaterThanOrEqual(CAP);
    expect(redirected).toBeLessThanOrEqual(CAP * 1.01 + restarts.length * perSecond * 2);
  });
});
