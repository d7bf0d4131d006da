import { testOperations } from './fuzz-tests.ts';

testOperations(3);
