// Number of runs and seed of the property tests; both can be set to repeat a run or to test more.
import fc from 'fast-check';

const { FC_RUNS = '1000', TEST_SEED } = process.env;
fc.configureGlobal({ numRuns: Number(FC_RUNS), ...(TEST_SEED && { seed: Number(TEST_SEED) }) });
