import { testOperations } from './testing/fuzz/fuzz-tests.ts';

testOperations(1);
