import { testAccess } from './testing/access/access-tests.ts';
import { ACCESS_GROUPS } from './testing/access/table.ts';

testAccess(ACCESS_GROUPS.money);
