import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const GUESSES = 250;

it('queues a flood of password attempts, rejects those beyond a hundred and leaves threads free for other work', async () => {
  const app = await createTestApp({ passwordCost: { memoryKib: 16 * 1024, passes: 1 } });
  onTestFinished(() => app.close());
  const floodStartedAt = performance.now();
  let isDone = false;
  const flood = Promise.all(
    Array.from({ length: GUESSES }, (_, at) =>
      app.call('POST', '/login', {
        body: { email: `nobody-${at}@poklik.test`, password: 'a guess of some length' },
        ip: `203.0.113.${at}`,
      }),
    ),
  ).finally(() => {
    isDone = true;
  });
  // File access shares the thread pool with hashing.
  const waits: number[] = [];
  while (!isDone) {
    const startedAt = performance.now();
    await stat(import.meta.filename);
    waits.push(performance.now() - startedAt);
    await sleep(10);
  }
  const answers = await flood;
  const elapsed = performance.now() - floodStartedAt;
  const rejected = answers.filter(({ statusCode }) => statusCode === 429);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]));
  expect(rejected.map((answer) => [answer.json().code, answer.headers['retry-after']])).toEqual(
    rejected.map(() => ['too_many_requests', '5']),
  );
  // All others were hashed: the concurrent ones and up to a hundred in the queue.
  expect(answers.length - rejected.length).toBeGreaterThan(100);
  expect(Math.max(...waits)).toBeLessThan(elapsed / 3);
}, 60_000);
