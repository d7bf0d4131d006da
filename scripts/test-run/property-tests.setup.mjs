// Configures the number of runs and the seed of property tests; set them to test more or to repeat a run.
import fc from 'fast-check';

const { FC_RUNS = '1000', TEST_SEED } = process.env;
fc.configureGlobal({ numRuns: Number(FC_RUNS), ...(TEST_SEED && { seed: Number(TEST_SEED) }) });
