import { billingRows } from './billing-rows.ts';
import { campaignRows } from './campaign-rows.ts';
import { conversionRows } from './conversion-rows.ts';
import { foundationRows } from './foundation-rows.ts';
import { instructionRows } from './instruction-rows.ts';
import { moneyRows } from './money-rows.ts';
import { peopleRows } from './people-rows.ts';
import type { AccessRows } from './row.ts';
import { securityRows } from './security-rows.ts';
import { statisticsRows } from './statistics-rows.ts';

/** One row per route of the router, and one route per row. */
export const ACCESS_TABLE: AccessRows = {
  ...foundationRows,
  ...campaignRows,
  ...conversionRows,
  ...instructionRows,
  ...peopleRows,
  ...securityRows,
  ...moneyRows,
  ...statisticsRows,
  ...billingRows,
};
