/** Another one at each run, so that every run tries something new; `npm test` prints it, and TEST_SEED repeats it. */
export const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);
