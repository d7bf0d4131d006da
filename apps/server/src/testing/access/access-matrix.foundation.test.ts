import { testAccess } from './access-tests.ts';
import { UNROUTED } from './foundation-rows.ts';
import { ACCESS_GROUPS } from './table.ts';

testAccess({ ...ACCESS_GROUPS.foundation, ...UNROUTED });
