import { createHash } from 'node:crypto';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { PostbackResult } from '@poklik/contract/conversion-values';
import { CURRENCIES } from '@poklik/contract/money';
import { evaluatePostback, type IncomingPostback } from '@poklik/domain/conversions/evaluate-postback';
import { postbackContent } from '@poklik/domain/conversions/postback-fields';
import { parseStatus } from '@poklik/domain/conversions/status-aliases';
import { fromMicro, toMicro } from '@poklik/domain/money/amount';
import type { FoundClick } from '../../stats/find-clicks.ts';
import type { Database } from '../../stores/postgres.ts';
import type { ConversionState, ReportedFields } from '../../stores/tables/conversions.ts';
import { createClickIdGenerator } from '../../tracking/click-id.ts';
import { ClickOutcome } from '../../tracking/click-outcome.ts';
import { inBase, type ToBase } from './conversion-money.ts';
import { queueOutgoing } from './outgoing.ts';
import {
  type ConversionChange,
  type ConversionRow,
  insertChanges,
  listCampaignTerms,
  listConversionsOfClicks,
  saveConversions,
} from './recording.repo.ts';

/** Somebody says that a click has converted. */
export interface ConversionReport {
  accountId: number;
  campaignId: number;
  clickId: string;
  fields: ReportedFields;
  receivedAt: Date;
  source: ConversionRow['source'];
  postbackId?: string;
  authorId?: number;
  reason?: string;
}

export interface ReportOutcome {
  verdict: PostbackResult;
  conversion: ConversionRow | null;
  /** What it changed; nothing for a duplicate or a refusal. */
  change: ConversionChange | null;
}

export interface Surroundings {
  clicks: ReadonlyMap<string, FoundClick>;
  toBase: ToBase;
  /** Told of a click that is not there. */
  whenMissing: (report: ConversionReport) => PostbackResult;
}

const DAY_MS = 86_400_000;
const CURRENCY: ReadonlySet<string> = new Set(CURRENCIES);
const newId = createClickIdGenerator();

/** Applies reports in their order, within a transaction whose caller holds the lock of conversions. */
export async function applyReports(
  tx: Database,
  reports: readonly ConversionReport[],
  surroundings: Surroundings,
): Promise<ReportOutcome[]> {
  if (reports.length === 0) return [];
  const { outcomes, terms } = await judgeReports(tx, reports, surroundings);
  // The latest state of each; the changes between are in the history.
  const touched = outcomes.flatMap(({ conversion }) => conversion ?? []);
  await saveConversions(tx, [...new Map(touched.map((row) => [row.id, row])).values()]);
  await insertChanges(
    tx,
    outcomes.flatMap(({ change }) => change ?? []),
  );
  for (const { change, conversion } of outcomes) {
    const settings = conversion && terms.get(conversion.campaignId)?.settings;
    if (change && settings && change.before?.status !== change.after.status)
      await queueOutgoing(tx, conversion, settings);
  }
  return outcomes;
}

/** What clicks have turned into, and what reports that were judged before would add to it. */
export interface Known {
  clickIds: Set<string>;
  standing: Map<string, ConversionRow[]>;
}

export const nothingKnown = (): Known => ({ clickIds: new Set(), standing: new Map() });

/** Says what reports would do, in their order, without doing it. Who has more of the same passes on what is known. */
export async function judgeReports(
  db: Database,
  reports: readonly ConversionReport[],
  surroundings: Surroundings,
  known = nothingKnown(),
) {
  const terms = await listCampaignTerms(
    db,
    reports.map(({ campaignId }) => campaignId),
  );
  const { clickIds: seen, standing } = known;
  const unseen = reports.map(({ clickId }) => clickId).filter((clickId) => !seen.has(clickId));
  for (const row of await listConversionsOfClicks(db, unseen))
    rowsOf(standing, row.clickId, row.type, row.transactionId).push(row);
  for (const clickId of unseen) seen.add(clickId);
  const outcomes = reports.map((report) => {
    const campaign = terms.get(report.campaignId);
    return campaign?.accountId === report.accountId
      ? applyOne(report, campaign.settings, standing, surroundings)
      : refused('unknown_click');
  });
  return { outcomes, terms };
}

function rowsOf(standing: Map<string, ConversionRow[]>, ...event: string[]): ConversionRow[] {
  const key = JSON.stringify(event);
  const rows = standing.get(key) ?? [];
  standing.set(key, rows);
  return rows;
}

const refused = (verdict: PostbackResult): ReportOutcome => ({ verdict, conversion: null, change: null });

function applyOne(
  report: ConversionReport,
  terms: CampaignSettings,
  standing: Map<string, ConversionRow[]>,
  { clicks, toBase, whenMissing }: Surroundings,
): ReportOutcome {
  const click = clicks.get(report.clickId);
  if (!click || click.accountId !== report.accountId) return refused(whenMissing(report));
  const refusal = refusalOf(report, click, terms);
  if (refusal) return refused(refusal);
  const { fields } = report;
  const rows = rowsOf(standing, report.clickId, fields.type, fields.transactionId);
  const read = readReport(fields, terms);
  if (!CURRENCY.has(read.currency)) return refused('bad_currency');
  const judgement = evaluatePostback(rows, read, terms.dedupe_mode);
  const { turn } = judgement;
  const before = rows[turn] ?? null;
  if (judgement.verdict === 'duplicate') {
    const kept = before && judgement.next ? { ...before, marks: [...judgement.next.marks] } : before;
    if (kept) rows[turn] = kept;
    return { verdict: 'duplicate', conversion: kept, change: null };
  }
  if (judgement.verdict === 'bad_currency') return refused('bad_currency');
  const next =
    judgement.verdict === 'updated'
      ? { ...(before as ConversionRow), ...judgement.next, originalStatus: fields.status }
      : newConversion(report, click, read, { turn, terms });
  const money = inBase(terms, next, toBase);
  if (!money) return refused('no_rate');
  const saved: ConversionRow = {
    ...next,
    params: [...next.params],
    marks: [...next.marks],
    ...money,
    revision: (before?.revision ?? 0) + 1,
  };
  rows[turn] = saved;
  return { verdict: judgement.verdict, conversion: saved, change: changeOf(saved, before, report) };
}

function refusalOf(report: ConversionReport, click: FoundClick, terms: CampaignSettings): PostbackResult | null {
  if (click.outcome !== ClickOutcome.redirected) return 'excluded_click';
  if (report.receivedAt.getTime() - click.at.getTime() > terms.attribution_days * DAY_MS) return 'out_of_window';
  return 'payout' in report.fields ? null : 'bad_amount';
}

/** What a page says without a secret is believed once its owner has looked at it. */
function readReport(fields: ReportedFields, terms: CampaignSettings): IncomingPostback {
  const status = parseStatus(fields.status);
  return {
    status: fields.isTrusted || status !== 'approved' ? status : 'pending',
    payoutMicro: typeof fields.payout === 'string' ? toMicro(fields.payout) : null,
    currency: fields.currency || terms.payout_currency,
    params: fields.params,
    mark: markOf(fields),
  };
}

/** What a page says and what a server says in the same words are two things. */
const markOf = ({ payout = null, ...fields }: ReportedFields): string =>
  createHash('sha256')
    .update(`${fields.isTrusted} ${postbackContent({ ...fields, payout })}`)
    .digest('base64url')
    .slice(0, 16);

function newConversion(
  report: ConversionReport,
  click: FoundClick,
  read: IncomingPostback,
  { turn, terms }: { turn: number; terms: CampaignSettings },
): Omit<ConversionRow, 'payoutBaseMicro' | 'costBaseMicro'> {
  const { accountId, campaignId, clickId, fields, receivedAt, source } = report;
  return {
    id: newId(receivedAt.getTime(), campaignId),
    accountId,
    campaignId,
    clickId,
    type: fields.type,
    transactionId: fields.transactionId,
    turn,
    status: read.status,
    originalStatus: fields.status,
    payoutMicro: read.payoutMicro ?? toMicro(terms.default_payout),
    currency: read.payoutMicro === null ? terms.payout_currency : read.currency,
    params: [...read.params],
    source,
    clickAt: click.at,
    receivedAt,
    country: click.country,
    click: {
      version: click.version,
      rule: click.rule,
      destination: click.destination,
      is_bot: click.isBot,
      language: click.language,
      device: click.device,
      os: click.os,
      browser: click.browser,
      referrer_host: click.referrerHost,
      traffic_source: click.trafficSource,
      external_id: click.externalId,
      subs: click.subs,
      cost: click.costMicro === null ? '' : fromMicro(click.costMicro),
      cost_currency: click.costCurrency,
    },
    marks: [read.mark],
    revision: 1,
    updatedAt: receivedAt,
  };
}

const stateOf = (row: ConversionRow): ConversionState => ({
  status: row.status,
  payout_micro: String(row.payoutMicro),
  currency: row.currency,
  payout_base_micro: String(row.payoutBaseMicro),
  cost_base_micro: String(row.costBaseMicro),
});

export const changeOf = (
  after: ConversionRow,
  before: ConversionRow | null,
  { source, postbackId, authorId, reason }: Pick<ConversionReport, 'source' | 'postbackId' | 'authorId' | 'reason'>,
): ConversionChange => ({
  conversionId: after.id,
  revision: after.revision,
  authorId: authorId ?? null,
  source,
  postbackId: postbackId ?? null,
  reason: reason ?? '',
  before: before && stateOf(before),
  after: stateOf(after),
  month: after.receivedAt.getUTCFullYear() * 100 + after.receivedAt.getUTCMonth() + 1,
});
