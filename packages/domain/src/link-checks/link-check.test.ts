import { describe, expect, it } from 'vitest';
import { afterCheck, type LinkAnswer, type LinkCheck, nextCheckAt } from './link-check.ts';

const START = Date.parse('2026-06-01T00:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);
const URL = 'https://a.test/';
const run = (answers: readonly LinkAnswer[], url = URL): LinkCheck =>
  answers.reduce<LinkCheck | null>((check, answer, place) => afterCheck(check, url, answer, at(place * 5)), null) ??
  afterCheck(null, url, { status: 200 }, at(0));

describe('a link', () => {
  it.each<[string, LinkAnswer[], string, number]>([
    ['works', [{ status: 200 }], 'working', 0],
    ['that refuses the checker works', [{ status: 403 }, { status: 429 }, { status: 405 }], 'working', 0],
    ['that failed twice is not failing yet', [{ status: 404 }, { status: 503 }], 'working', 2],
    ['fails after three', [{ status: 404 }, { problem: 'timeout' }, { status: 500 }], 'failing', 3],
    [
      'works again after one answer',
      [{ status: 410 }, { status: 410 }, { status: 410 }, { status: 200 }],
      'working',
      0,
    ],
    [
      'fails three times in a row only',
      [{ status: 404 }, { status: 404 }, { status: 200 }, { status: 404 }],
      'working',
      1,
    ],
  ])('%s', (_, answers, state, failures) => {
    expect(run(answers)).toMatchObject({ state, failures });
  });

  it('fails since its first failure', () => {
    const check = run([{ status: 200 }, { status: 404 }, { status: 404 }, { status: 404 }]);
    expect(check.failing_since).toBe(at(5).toISOString());
  });

  it('forgets failures of another URL', () => {
    const check = afterCheck(run([{ status: 404 }, { status: 404 }]), 'https://b.test/', { status: 404 }, at(15));
    expect(check).toMatchObject({ url: 'https://b.test/', failures: 1, failing_since: at(15).toISOString() });
  });

  it.each<[LinkAnswer[], Parameters<typeof nextCheckAt>[1], number | null]>([
    [[{ status: 200 }], 'daily', 24 * 60],
    [[{ status: 200 }], '6h', 6 * 60],
    [[{ status: 200 }], '30m', 30],
    [[{ status: 404 }], 'daily', 5],
    [[{ status: 404 }, { status: 404 }], 'daily', 5],
    [[{ status: 404 }, { status: 404 }, { status: 404 }], 'daily', 30],
    [[{ status: 404 }], 'off', null],
  ])('after %j is checked again (%s) in %s minutes', (answers, interval, minutes) => {
    expect(nextCheckAt(run(answers), interval, at(0))).toEqual(minutes === null ? null : at(minutes));
  });
});
