import { testAccess } from './access-tests.ts';
import { ACCESS_GROUPS } from './table.ts';

testAccess(ACCESS_GROUPS.traffic);
