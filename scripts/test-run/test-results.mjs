/**
 * The result of a step: passed and skipped tests, failures (with a reason if it was not printed yet), tests that passed
 * only on retry, and the seconds of each file.
 */
export const results = (passed = 0, failures = [], skipped = 0, unsteady = [], files = []) => ({
  passed,
  failures,
  skipped,
  unsteady,
  files,
});

export const sum = (all) =>
  results(
    all.reduce((count, one) => count + one.passed, 0),
    all.flatMap((one) => one.failures),
    all.reduce((count, one) => count + one.skipped, 0),
    all.flatMap((one) => one.unsteady),
    all.flatMap((one) => one.files),
  );

/** The last line of the test command. */
export function summaryLine({ passed, failures, skipped }) {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The slowest files of a run, slowest first. */
export const slowest = ({ files }, count = 10) => files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);

/** Counts the tests in a Vitest JSON report; failures were printed already. An unloadable file is a failure. */
export function fromVitest(report) {
  const failures = [];
  const unsteady = [];
  const files = [];
  let passed = 0;
  let skipped = 0;
  for (const file of report.testResults) {
    files.push({ name: file.name, seconds: (file.endTime - file.startTime) / 1000 });
    if (file.status === 'failed' && file.assertionResults.length === 0) failures.push({ name: file.name });
    for (const test of file.assertionResults) {
      // A test that passed on retry keeps the messages of its first attempt.
      if (test.status === 'passed' && test.failureMessages.length > 0) unsteady.push(test.fullName);
      if (test.status === 'passed') passed += 1;
      else if (test.status === 'failed') failures.push({ name: test.fullName });
      else skipped += 1;
    }
  }
  return results(passed, failures, skipped, unsteady, files);
}

/** Counts the tests in a Playwright JSON report; failures were printed already. */
export function fromPlaywright(report) {
  const failures = report.errors.map((error) => ({
    name: error.message?.split('\n')[0] ?? 'an error outside any test',
  }));
  const unsteady = [];
  let passed = 0;
  let skipped = 0;
  const files = new Map();
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      const name = [...path, spec.title].join(' › ');
      for (const { status, results: attempts } of spec.tests) {
        const ms = attempts.reduce((total, { duration }) => total + duration, 0);
        files.set(path[0], (files.get(path[0]) ?? 0) + ms / 1000);
        if (status === 'flaky') unsteady.push(name);
        if (status === 'expected' || status === 'flaky') passed += 1;
        else if (status === 'skipped') skipped += 1;
        else failures.push({ name });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  const times = [...files].map(([name, seconds]) => ({ name, seconds }));
  return results(passed, failures, skipped, unsteady, times);
}
