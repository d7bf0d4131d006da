import { describe, expect, it } from 'vitest';
import { fromPlaywright, fromVitest, results, sum, verdict } from './test-results.mjs';

describe('the last line', () => {
  it('counts what passed and what failed', () => {
    expect(verdict(sum([results(3), results(1, [{ name: 'a' }])]))).toBe('4 passed, 1 failed');
  });

  it('names skipped tests only when there are some', () => {
    expect(verdict(results(1, [], 2))).toBe('1 passed, 0 failed, 2 skipped');
  });
});

describe('a report of vitest', () => {
  it('counts every test, a file that could not be loaded as a failure, and names what needed a second attempt', () => {
    const test = (fullName, status, ...failureMessages) => ({ fullName, status, failureMessages });
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            test('one', 'passed'),
            test('two', 'failed', 'no', 'no'),
            test('three', 'pending'),
            test('four', 'todo'),
            test('five', 'passed', 'no'),
          ],
        },
        { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
      ],
    };
    expect(fromVitest(report)).toEqual(results(2, [{ name: 'two' }, { name: 'broken.test.ts' }], 2, ['five']));
  });
});

describe('a report of Playwright', () => {
  it('counts tests in every depth, and names what needed a second attempt', () => {
    const spec = (title, status) => ({ title, tests: [{ status }] });
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
      results(2, [{ name: 'no such port' }, { name: 'a.spec.ts › at 860 px › closes' }], 1, [
        'a.spec.ts › at 860 px › shakes',
      ]),
    );
  });
});
