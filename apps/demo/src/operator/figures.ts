import { type LatencyBuckets, latencyBucket } from '@poklik/domain/service/latency-histogram';
import type { Services } from '@poklik/server/services';
import { processFigures } from '@poklik/server/stores/tables/trackers';

const STEP_SECONDS = 300;
const STEPS = 288;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

/** Clicks of the demo follow the day: few at night, most in the evening. */
const redirectsAt = (at: Date): number => {
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60;
  return Math.round(
    STEP_SECONDS * (1.6 + 1.2 * Math.sin(((hour - 12) / 24) * 2 * Math.PI)) + ((at.getTime() / 1000) % 37),
  );
};

function latencyOf(redirects: number): LatencyBuckets {
  const sampled = Math.max(2, Math.round(redirects / 64));
  return { [latencyBucket(0.0003)]: sampled - 1, [latencyBucket(0.0009 + redirects / 1_000_000)]: 1 };
}

/** What the trackers did in the 24 hours before the demo was started, once. */
export async function addDemoFigures({ db }: Services): Promise<void> {
  if ((await db.$count(processFigures)) > STEPS) return;
  const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const rows = Array.from({ length: STEPS }, (_, place) => {
    const at = new Date(last - place * STEP_SECONDS * 1000);
    const redirects = redirectsAt(at);
    return {
      ...{ process: 'tracker', role: 'tracker' as const, at, seconds: STEP_SECONDS, redirects, unrecorded: 0 },
      memoryBytes: 180 * MEGABYTE,
      latency: latencyOf(redirects),
    };
  });
  await db.insert(processFigures).values(rows).onConflictDoNothing();
}
