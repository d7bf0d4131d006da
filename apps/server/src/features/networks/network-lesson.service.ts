import type { PostbackResult } from '@poklik/contract/conversion-values';
import {
  CHECKED_REPORTS,
  type LessonResult,
  type NetworkLesson,
  type NetworkMapping,
  REPLAYED_MAX,
} from '@poklik/contract/networks';
import { parsePostback } from '@poklik/domain/conversions/postback-fields';
import { parseStatus } from '@poklik/domain/conversions/status-aliases';
import { canTransition } from '@poklik/domain/conversions/transitions';
import { withLesson } from '@poklik/domain/networks/network-templates';
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
  type KeptReport,
  listReportIds,
  listReports,
  type Rereading,
  rereadPostbacks,
} from './network-lesson.repo.ts';
import { lockNetworks, type NetworkRow, notifyTrackers, updateNetwork } from './networks.repo.ts';
import { getNetwork, recordNetworkAudit, requireWholeAccount } from './networks.service.ts';

type Tools = Pick<Services, 'db' | 'clickhouse' | 'log'>;

const BATCH_SIZE = 1_000;
/** Rejected because of their sender, not of how they were read. */
const UNTRUSTED: ReadonlySet<PostbackResult> = new Set(['bad_key', 'bad_signature', 'ip_refused']);

/** Evaluates the last reports with what is learned; unless it is a dry run, keeps it and reads earlier reports again. */
export async function learnReports(
  tools: Tools,
  caller: Caller,
  id: number,
  lesson: NetworkLesson,
): Promise<LessonResult> {
  requireWholeAccount(caller);
  const { db } = tools;
  const network = await getNetwork(db, caller, id);
  const mapping = withLesson(network.mapping, lesson);
  const reports = await evaluateReports(tools, network, mapping);
  if (lesson.dry_run) return { reports, replayed: 0, mapping };
  const learned = await saveMapping(db, caller, id, lesson);
  return { reports, replayed: await replayReports(db, learned), mapping: learned.mapping };
}

const saveMapping = (db: Database, caller: Caller, id: number, lesson: NetworkLesson): Promise<NetworkRow> =>
  db.transaction(async (tx) => {
    await lockNetworks(tx, caller.accountId);
    const before = await getNetwork(tx, caller, id);
    const row = await updateNetwork(tx, id, { mapping: withLesson(before.mapping, lesson) });
    await recordNetworkAudit(tx, caller, 'network.taught', {
      ...{ id, before: { mapping: before.mapping }, after: { mapping: row.mapping } },
    });
    await notifyTrackers(tx, caller.accountId);
    return row;
  });

/** A report as it is read with a mapping. */
interface ReadReport {
  report: KeptReport;
  reading: Rereading;
  /** Whether processing it again can change what is counted. */
  isDue: boolean;
}

async function readReports(
  db: Database,
  network: Pick<NetworkRow, 'accountId' | 'defaultCurrency'>,
  mapping: NetworkMapping,
  reports: readonly KeptReport[],
): Promise<ReadReport[]> {
  const parsed = reports.map(({ rawQuery }) => {
    const values = new URLSearchParams(rawQuery);
    return parsePostback((name) => values.get(name), mapping);
  });
  const campaigns = await findCampaignsOfClicks(
    db,
    parsed.flatMap(({ clickId }) => parseCampaignId(clickId) ?? []),
  );
  return reports.map((report, place) => {
    const fields = parsed[place] as (typeof parsed)[number];
    const campaignId = parseCampaignId(fields.clickId);
    const found = campaignId === null ? undefined : campaigns.get(campaignId);
    const campaign = found?.accountId === network.accountId ? found : undefined;
    const unread: PostbackResult = campaignId === null ? 'no_click_id' : found ? 'foreign_click' : 'unknown_click';
    const reading: Rereading = {
      id: report.id,
      clickId: fields.clickId,
      campaignId: campaign?.id ?? null,
      fields: toReportedFields(fields, { isTrusted: true, network }),
      verdict: campaign ? 'waiting' : unread,
    };
    return { report, reading, isDue: campaign !== undefined && isWorthReplaying(report, reading, campaign) };
  });
}

/**
 * Reports that were not counted are processed again. A counted one only if its status means something else now: that
 * changes its conversion, while anything else could count it twice.
 */
function isWorthReplaying(report: KeptReport, { clickId, fields }: Rereading, { dedupeMode }: FoundCampaign): boolean {
  if (UNTRUSTED.has(report.verdict)) return false;
  const { conversionStatus: status } = report;
  if (status === null) return true;
  const before = report.fields;
  const isSame =
    report.clickId === clickId && before.type === fields.type && before.transactionId === fields.transactionId;
  const next = fields.mappedStatus ?? parseStatus(fields.status);
  if (!isSame || next === 'none' || next === (before.mappedStatus ?? parseStatus(before.status))) return false;
  return dedupeMode === 'ignore' || dedupeMode === 'update' || canTransition(status, next);
}

async function evaluateReports(
  tools: Tools,
  network: NetworkRow,
  mapping: NetworkMapping,
): Promise<LessonResult['reports']> {
  const { db } = tools;
  const kept = await listReports(db, await listReportIds(db, network.id, CHECKED_REPORTS));
  const read = await readReports(db, network, mapping, kept);
  const due = read.filter(({ isDue }) => isDue);
  const refs = due.map(({ reading: { clickId, campaignId } }) => ({
    ...{ clickId, accountId: network.accountId, campaignId: campaignId ?? 0 },
    at: parseClickTime(clickId),
  }));
  const clicks = await tryQuestion(tools, () => findClicks(tools.clickhouse, refs));
  if (clicks === null) return null;
  const inputs = due.map(({ report, reading }) => ({
    ...{ accountId: network.accountId, campaignId: reading.campaignId ?? 0, clickId: reading.clickId },
    ...{ fields: reading.fields, receivedAt: report.receivedAt, source: report.source, postbackId: report.id },
  }));
  const { outcomes } = await evaluateConversions(db, inputs, await createRecordContext(db, clicks));
  const results = new Map(due.map(({ report }, place) => [report.id, outcomes[place]]));
  return read
    .map(({ report, reading }) => {
      const outcome = results.get(report.id);
      const isKept = report.conversionStatus !== null || UNTRUSTED.has(report.verdict);
      const unread = isKept || reading.verdict === 'waiting' ? report.verdict : reading.verdict;
      return {
        id: report.id,
        received_at: report.receivedAt.toISOString(),
        before: report.verdict,
        after: outcome?.result ?? unread,
        status: outcome?.conversion?.status ?? report.conversionStatus,
      };
    })
    .reverse();
}

/** Returns how many are processed again. */
async function replayReports(db: Database, network: NetworkRow): Promise<number> {
  // Oldest first, so that the worker gets them in the order of their arrival.
  const ids = (await listReportIds(db, network.id, REPLAYED_MAX)).reverse();
  let replayed = 0;
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const kept = await listReports(db, ids.slice(at, at + BATCH_SIZE));
    const read = await readReports(db, network, network.mapping, kept);
    const changed = read.filter(
      ({ report, reading, isDue }) =>
        isDue || (report.conversionStatus === null && reading.verdict !== 'waiting' && !UNTRUSTED.has(report.verdict)),
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
