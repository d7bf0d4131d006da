import { describe, expect, it } from 'vitest';
import { fromPlaywright, fromVitest, results, slowest, sum, summaryLine } from './test-results.mjs';

describe('summary line', () => {
  it('counts passed and failed tests', () => {
    expect(summaryLine(sum([results(3), results(1, [{ name: 'a' }])]))).toBe('4 passed, 1 failed');
  });

  it('mentions skipped tests only if there are any', () => {
    expect(summaryLine(results(1, [], 2))).toBe('1 passed, 0 failed, 2 skipped');
  });
});

describe('Vitest report', () => {
  it('counts every test, counts an unloadable file as a failure and lists retried tests', () => {
    const test = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          startTime: 1_000,
          endTime: 3_500,
          assertionResults: [
            test('one', 'passed'),
            test('two', 'failed', 'no', 'no'),
            test('three', 'pending'),
            test('four', 'todo'),
            test('five', 'passed', 'no'),
          ],
        },
        { name: 'broken.test.ts', status: 'failed', startTime: 3_500, endTime: 3_500, assertionResults: [] },
      ],
    };
    const files = [
      { name: 'a.test.ts', seconds: 2.5 },
      { name: 'broken.test.ts', seconds: 0 },
    ];
    expect(fromVitest(report)).toEqual(results(2, [{ name: 'two' }, { name: 'broken.test.ts' }], 2, ['five'], files));
  });
});

describe('Playwright report', () => {
  it('counts nested tests and lists retried tests', () => {
    const spec = (title, status) => ({ title, tests: [{ status, results: [{ duration: 500 }] }] });
    const report = {
      errors: [{ message: 'no such port\nat line 1' }],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [spec('opens', 'expected'), spec('waits', 'skipped')],
          suites: [{ title: 'at 860 px', specs: [spec('closes', 'unexpected'), spec('shakes', 'flaky')] }],
        },
      ],
    };
    expect(fromPlaywright(report)).toEqual(
      results(
        2,
        [{ name: 'no such port' }, { name: 'a.spec.ts › at 860 px › closes' }],
        1,
        ['a.spec.ts › at 860 px › shakes'],
        [{ name: 'a.spec.ts', seconds: 2 }],
      ),
    );
  });
});

it('lists the slowest files first', () => {
  const files = [1, 3, 2].map((seconds) => ({ name: `${seconds}.test.ts`, seconds }));
  expect(slowest(results(0, [], 0, [], files), 2)).toEqual([files[1], files[2]]);
});
