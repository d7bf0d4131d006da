/** The same at each run, so that a red run means a change of ours; set FUZZ_SEED to try something else. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_260_517);
