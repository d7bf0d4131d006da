import { ADD_BATCH_MAX, type BlackListReport, type NewBlackListEntries } from '@poklik/contract/black-list';
import { invalidField } from '@poklik/contract/errors';
import { classifyAddresses, splitAddresses } from '@poklik/domain/black-list/classify-addresses';
import { parseIpRange } from '@poklik/domain/ip/ip-range';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import { sql } from 'drizzle-orm';
import { type Caller, fullAccountScope } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import {
  countEntries,
  type EntryRow,
  findCampaignName,
  insertEntries,
  listEntriesById,
  listEntryRanges,
  removeEntries,
  removeEntriesByRange,
} from './black-list.repo.ts';

/** Tells trackers which account's black list to reload. */
export const BLACK_LIST_CHANNEL = 'black_list_changed';

type Author = Pick<Caller, 'accountId' | 'campaignIds' | 'userId' | 'ip'>;

const notifyTrackers = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_notify(${BLACK_LIST_CHANNEL}, ${String(accountId)})`);

export interface AddResult extends Omit<BlackListReport, 'added'> {
  added: EntryRow[];
}

export function addAddresses(db: Database, author: Author, form: NewBlackListEntries): Promise<AddResult> {
  const { action, campaign_id: campaignId, comment } = form;
  const lines = parseLines(form.ip_addresses);
  return db.transaction(async (tx) => {
    const { accountId } = author;
    const { blackListMax } = await getLimitsForUpdate(tx, accountId);
    // Members restricted to campaigns cannot add entries for all campaigns.
    if (campaignId === null && author.campaignIds !== null) throw invalidField('campaign_id', 'required');
    if (campaignId !== null && (await findCampaignName(tx, author, campaignId)) === null)
      throw invalidField('campaign_id', 'campaign_missing');
    const existing = await listEntryRanges(tx, accountId, campaignId);
    const classified = classifyAddresses(
      lines,
      existing.filter((entry) => entry.action === action).flatMap(({ range }) => parseIpRange(range) ?? []),
      {
        room: roomLeft(blackListMax, await countEntries(tx, fullAccountScope(author))),
        ownIp: author.ip,
        changing: new Set(
          existing
            .filter((entry) => entry.action !== action && entry.campaignId === campaignId)
            .flatMap(({ range }) => parseIpRange(range)?.text ?? []),
        ),
      },
    );
    const ranges = classified.added.map(({ text }) => text);
    const report = { ...classified, refused: classified.refused.toSorted((one, other) => one.line - other.line) };
    if (ranges.length === 0) return { ...report, added: [] };
    const changing = classified.warnings.filter(({ reason }) => reason === 'action_changed').map(({ ip }) => ip);
    if (changing.length > 0) await removeEntriesByRange(tx, accountId, campaignId, changing);
    const ids = await insertEntries(tx, accountId, { ranges, action, campaignId, comment, authorId: author.userId });
    await notifyTrackers(tx, accountId);
    return { ...report, added: await listEntriesById(tx, author, ids) };
  });
}

/** In an array, the position of an item is its line number. */
function parseLines(addresses: NewBlackListEntries['ip_addresses']): { text: string; line: number }[] {
  const lines =
    typeof addresses === 'string'
      ? splitAddresses(addresses)
      : addresses.flatMap((item, index) => splitAddresses(item).map(({ text }) => ({ text, line: index + 1 })));
  if (lines.length === 0) throw invalidField('ip_addresses', 'addresses_missing');
  if (lines.length > ADD_BATCH_MAX)
    throw invalidField('ip_addresses', { key: 'too_many', values: { max: ADD_BATCH_MAX } });
  return lines;
}

/** Returns the number of removed entries; unknown and inaccessible ones are skipped. */
export const removeAddresses = (db: Database, author: Author, ids: readonly number[]): Promise<number> =>
  db.transaction(async (tx) => {
    const removed = await removeEntries(tx, author, ids);
    if (removed > 0) await notifyTrackers(tx, author.accountId);
    return removed;
  });
