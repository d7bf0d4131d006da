import { billingRows } from './billing-rows.ts';
import { foundationRows } from './foundation-rows.ts';
import { helpRows } from './help-rows.ts';
import { instructionRows } from './instruction-rows.ts';
import { moneyRows } from './money-rows.ts';
import { peopleRows } from './people-rows.ts';
import type { AccessRows } from './row.ts';
import { securityRows } from './security-rows.ts';
import { settingsRows } from './settings-rows.ts';
import { campaignRows } from './traffic/campaign-rows.ts';
import { connectionRows } from './traffic/connection-rows.ts';
import { conversionRows } from './traffic/conversion-rows.ts';
import { costRows } from './traffic/cost-rows.ts';
import { domainRows } from './traffic/domain-rows.ts';
import { landerRows } from './traffic/lander-rows.ts';
import { networkRows } from './traffic/network-rows.ts';
import { offerRows } from './traffic/offer-rows.ts';
import { sourceRows } from './traffic/source-rows.ts';
import { statisticsRows } from './traffic/statistics-rows.ts';

/** Each group has its own `access-matrix.<group>.test.ts`, so that workers can run them in parallel. */
export const ACCESS_GROUPS = {
  foundation: { ...foundationRows, ...instructionRows, ...securityRows, ...settingsRows },
  people: { ...peopleRows, ...helpRows },
  traffic: {
    ...{ ...campaignRows, ...domainRows, ...conversionRows, ...costRows },
    ...{ ...networkRows, ...offerRows, ...landerRows, ...connectionRows, ...sourceRows, ...statisticsRows },
  },
  money: { ...moneyRows, ...billingRows },
} satisfies Record<string, AccessRows>;

/** Exactly one row per route. */
export const ACCESS_TABLE: AccessRows = Object.assign({}, ...Object.values(ACCESS_GROUPS));
