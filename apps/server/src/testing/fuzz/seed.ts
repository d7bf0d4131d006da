/** New at each run, so that every run tries something else; set FUZZ_SEED to what a failed run printed to see it again. */
export const SEED = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : Math.floor(Math.random() * 2 ** 31);
