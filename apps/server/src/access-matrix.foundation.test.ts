import { testAccess } from './testing/access/access-tests.ts';
import { UNROUTED } from './testing/access/foundation-rows.ts';
import { ACCESS_GROUPS } from './testing/access/table.ts';

testAccess({ ...ACCESS_GROUPS.foundation, ...UNROUTED });
