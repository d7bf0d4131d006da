/** Seconds that a step takes on two idle cores with native ClickHouse; short ones are rounded up. */
const BUDGET_SECONDS = {
  lint: 60,
  types: 60,
  structure: 60,
  locales: 60,
  words: 60,
  contrast: 60,
  'dead-code': 60,
  build: 60,
  units: 900,
  browser: 720,
  crash: 120,
};
const ALLOWANCE = 1.5;
const BUDGET_CORES = 2;
/** The WebAssembly engine takes about this many times longer. */
const PORTABLE_FACTOR = 2;
const USES_ENGINE = ['units', 'browser', 'crash'];

/** However busy the machine is, a step gets at most this many times longer. */
const MAX_BUSY_FACTOR = 4;

/** A message if the step took too long. `busy` is the share of the processor that other programs used meanwhile. */
export function overBudget(step, seconds, { cores, isPortable, busy }) {
  const budget = BUDGET_SECONDS[step];
  if (budget === undefined) return undefined;
  const slower = Math.max(1, BUDGET_CORES / cores) * (isPortable && USES_ENGINE.includes(step) ? PORTABLE_FACTOR : 1);
  const busier = Math.min(1 / (1 - busy), MAX_BUSY_FACTOR);
  const limit = Math.round(budget * slower * busier * ALLOWANCE);
  if (seconds <= limit) return undefined;
  return [
    `${step} took ${Math.round(seconds)} s, more than the ${limit} s allowed (${ALLOWANCE} × its budget for this machine).`,
    `Other programs used ${Math.round(busy * 100)} % of the processor meanwhile, which is allowed for.`,
    'Look at the slowest files below. TEST_BUDGET=off switches budgets off; they are in scripts/test-run/test-budgets.mjs.',
  ].join('\n');
}
