import { invalidField } from '@poklik/contract/errors';
import type { HelpObject } from '@poklik/contract/help';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { parseCampaignId } from '../../tracking/clicks/click-id.ts';
import { findInvoiceNumber } from '../billing/billing.service.ts';
import { getCampaignNames } from '../campaigns/campaigns.service.ts';

/** The name of what a request is about. Callers can only name what they can see. */
export async function nameObject(db: Database, caller: Caller, { kind, id }: HelpObject): Promise<string> {
  const name = await findName(db, caller, { kind, id });
  if (name === null) throw invalidField('object', `help_${kind}_missing`);
  return name;
}

async function findName(db: Database, caller: Caller, { kind, id }: HelpObject): Promise<string | null> {
  switch (kind) {
    case 'campaign':
      return findCampaignName(db, caller, toId(id));
    case 'click':
      // The ID names the campaign, so that asking works while the analytics database doesn't.
      return (await findCampaignName(db, caller, parseCampaignId(id))) === null ? null : id;
    case 'invoice': {
      const invoiceId = caller.permissions.includes('billing:read') ? toId(id) : null;
      return invoiceId === null ? null : findInvoiceNumber(db, caller.accountId, invoiceId);
    }
  }
}

async function findCampaignName(db: Database, caller: Caller, id: number | null): Promise<string | null> {
  if (id === null || !Number.isSafeInteger(id)) return null;
  return (await getCampaignNames(db, caller, [id])).get(id) ?? null;
}

const toId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
