/** New in each run, so that every run tests other values; `npm test` prints it, and TEST_SEED repeats a run. */
export const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);

/** `npm run test:deep` tries many more values. */
export const IS_DEEP = process.env.TEST_DEPTH === 'deep';
