import type { PostbackResult } from '@poklik/contract/conversion-values';
import {
  CHECKED_POSTBACKS,
  type MappingChange,
  type MappingResult,
  type NetworkMapping,
  REPLAYED_MAX,
} from '@poklik/contract/networks';
import { parsePostback } from '@poklik/domain/conversions/postback-fields';
import { parseStatus } from '@poklik/domain/conversions/status-aliases';
import { canTransition } from '@poklik/domain/conversions/transitions';
import { withMappingChange } from '@poklik/domain/networks/network-templates';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { findClicks } from '../../stats/find-clicks.ts';
import type { Database } from '../../stores/postgres.ts';
import { tryQuestion } from '../../stores/try-clickhouse.ts';
import { parseCampaignId, parseClickTime } from '../../tracking/clicks/click-id.ts';
import { toReportedFields } from '../../tracking/postbacks/receive-postback.ts';
import { createRecordContext } from '../conversions/conversions.service.ts';
import { evaluateConversions } from '../conversions/record-conversions.service.ts';
import {
  type FoundCampaign,
  findCampaignsOfClicks,
  type KeptPostback,
  listPostbackIds,
  listPostbacks,
  type Rereading,
  rereadPostbacks,
} from './network-mapping.repo.ts';
import { lockNetworks, type NetworkRow, notifyTrackers, updateNetwork } from './networks.repo.ts';
import { getNetwork, recordNetworkAudit, requireWholeAccount } from './networks.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;

const BATCH_SIZE = 1_000;
/** Rejected because of their sender, not of how they were read. */
const UNTRUSTED: ReadonlySet<PostbackResult> = new Set(['bad_key', 'bad_signature', 'ip_refused']);

/** Evaluates the last postbacks with a changed mapping; unless it is a dry run, saves it and reads earlier postbacks again. */
export async function mapPostbacks(
  tools: Tools,
  caller: Caller,
  id: number,
  change: MappingChange,
): Promise<MappingResult> {
  requireWholeAccount(caller);
  const { db } = tools;
  const network = await getNetwork(db, caller, id);
  const mapping = withMappingChange(network.mapping, change);
  const postbacks = await evaluatePostbacks(tools, network, mapping);
  if (change.dry_run) return { postbacks, replayed: 0, mapping };
  const saved = await saveMapping(db, caller, id, change);
  return { postbacks, replayed: await replayPostbacks(db, saved), mapping: saved.mapping };
}

const saveMapping = (db: Database, caller: Caller, id: number, change: MappingChange): Promise<NetworkRow> =>
  db.transaction(async (tx) => {
    await lockNetworks(tx, caller.accountId);
    const before = await getNetwork(tx, caller, id);
    const row = await updateNetwork(tx, id, { mapping: withMappingChange(before.mapping, change) });
    await recordNetworkAudit(tx, caller, 'network.mapped', {
      ...{ id, before: { mapping: before.mapping }, after: { mapping: row.mapping } },
    });
    await notifyTrackers(tx, caller.accountId);
    return row;
  });

/** A postback as it is read with a mapping. */
interface ReadPostback {
  postback: KeptPostback;
  reading: Rereading;
  /** Whether processing it again can change what is counted. */
  isDue: boolean;
}

async function readPostbacks(
  db: Database,
  network: Pick<NetworkRow, 'accountId' | 'defaultCurrency'>,
  mapping: NetworkMapping,
  postbacks: readonly KeptPostback[],
): Promise<ReadPostback[]> {
  const parsed = postbacks.map(({ rawQuery }) => {
    const values = new URLSearchParams(rawQuery);
    return parsePostback((name) => values.get(name), mapping);
  });
  const campaigns = await findCampaignsOfClicks(
    db,
    parsed.flatMap(({ clickId }) => parseCampaignId(clickId) ?? []),
  );
  return postbacks.map((postback, place) => {
    const fields = parsed[place] as (typeof parsed)[number];
    const campaignId = parseCampaignId(fields.clickId);
    const found = campaignId === null ? undefined : campaigns.get(campaignId);
    const campaign = found?.accountId === network.accountId ? found : undefined;
    const unread: PostbackResult = campaignId === null ? 'no_click_id' : found ? 'foreign_click' : 'unknown_click';
    const reading: Rereading = {
      id: postback.id,
      clickId: fields.clickId,
      campaignId: campaign?.id ?? null,
      fields: toReportedFields(fields, { isTrusted: true, network }),
      verdict: campaign ? 'waiting' : unread,
    };
    return { postback, reading, isDue: campaign !== undefined && isWorthReplaying(postback, reading, campaign) };
  });
}

/**
 * Postbacks that were not counted are processed again. A counted one only if its status means something else now: that
 * changes its conversion, while anything else could count it twice.
 */
function isWorthReplaying(
  postback: KeptPostback,
  { clickId, fields }: Rereading,
  { dedupeMode }: FoundCampaign,
): boolean {
  if (UNTRUSTED.has(postback.verdict)) return false;
  const { conversionStatus: status } = postback;
  if (status === null) return true;
  const before = postback.fields;
  const isSame =
    postback.clickId === clickId && before.type === fields.type && before.transactionId === fields.transactionId;
  const next = fields.mappedStatus ?? parseStatus(fields.status);
  if (!isSame || next === 'none' || next === (before.mappedStatus ?? parseStatus(before.status))) return false;
  return dedupeMode === 'ignore' || dedupeMode === 'update' || canTransition(status, next);
}

async function evaluatePostbacks(
  tools: Tools,
  network: NetworkRow,
  mapping: NetworkMapping,
): Promise<MappingResult['postbacks']> {
  const { db } = tools;
  const kept = await listPostbacks(db, await listPostbackIds(db, network.id, CHECKED_POSTBACKS));
  const read = await readPostbacks(db, network, mapping, kept);
  const due = read.filter(({ isDue }) => isDue);
  const refs = due.map(({ reading: { clickId, campaignId } }) => ({
    ...{ clickId, accountId: network.accountId, campaignId: campaignId ?? 0 },
    at: parseClickTime(clickId),
  }));
  const clicks = await tryQuestion(tools, () => findClicks(tools.clickhouse, refs));
  if (clicks === null) return null;
  const inputs = due.map(({ postback, reading }) => ({
    ...{ accountId: network.accountId, campaignId: reading.campaignId ?? 0, clickId: reading.clickId },
    ...{ fields: reading.fields, receivedAt: postback.receivedAt, source: postback.source, postbackId: postback.id },
  }));
  const { outcomes } = await evaluateConversions(db, inputs, await createRecordContext(db, clicks));
  const results = new Map(due.map(({ postback }, place) => [postback.id, outcomes[place]]));
  return read
    .map(({ postback, reading }) => {
      const outcome = results.get(postback.id);
      const isKept = postback.conversionStatus !== null || UNTRUSTED.has(postback.verdict);
      const unread = isKept || reading.verdict === 'waiting' ? postback.verdict : reading.verdict;
      return {
        id: postback.id,
        received_at: postback.receivedAt.toISOString(),
        before: postback.verdict,
        after: outcome?.result ?? unread,
        status: outcome?.conversion?.status ?? postback.conversionStatus,
      };
    })
    .reverse();
}

/** Returns how many are processed again. */
async function replayPostbacks(db: Database, network: NetworkRow): Promise<number> {
  // Oldest first, so that the worker gets them in the order of their arrival.
  const ids = (await listPostbackIds(db, network.id, REPLAYED_MAX)).reverse();
  let replayed = 0;
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const kept = await listPostbacks(db, ids.slice(at, at + BATCH_SIZE));
    const read = await readPostbacks(db, network, network.mapping, kept);
    const changed = read.filter(
      ({ postback, reading, isDue }) =>
        isDue ||
        (postback.conversionStatus === null && reading.verdict !== 'waiting' && !UNTRUSTED.has(postback.verdict)),
    );
    await db.transaction((tx) =>
      rereadPostbacks(
        tx,
        changed.map(({ reading }) => reading),
      ),
    );
    replayed += changed.filter(({ isDue }) => isDue).length;
  }
  return replayed;
}
