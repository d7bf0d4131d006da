import * as z from 'zod/mini';
import { areDistinct } from './link-parameters.ts';

/** How clicks are made: by the tracking link, by the script of a page, or by the page while the link runs in the background. */
export const CAMPAIGN_ENTRIES = ['redirect', 'script', 'parallel'] as const;
export const CampaignEntry = z.enum(CAMPAIGN_ENTRIES);
export type CampaignEntry = z.infer<typeof CampaignEntry>;

const SCRIPT_HOSTS_MAX = 20;

/** Of pages, as `shop.example` or with a port. */
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::[1-9]\d{0,4})?$/;
const HOST_MAX = 253;

/** Pages on these hosts may make clicks, and parallel tracking leads only to them. */
export const ScriptHosts = z.array(z.string().check(z.trim(), z.toLowerCase())).check(
  z.maxLength(SCRIPT_HOSTS_MAX),
  // Checked as a whole, because a form has one field for all of them.
  z.refine((hosts) => hosts.every((host) => host.length <= HOST_MAX && HOST.test(host)), { error: 'script_host' }),
  z.refine(areDistinct, { error: 'repeated' }),
);
