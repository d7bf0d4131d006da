import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Dimension } from '@poklik/contract/statistics';
import {
  CHANGE_PARTS,
  type ChangePart,
  type ChangeSplit,
  type ExplainedChange,
  type ExplainedPart,
  type statisticsChangeApi,
} from '@poklik/contract/statistics-change';
import { fromMicro } from '@poklik/domain/money/amount';
import { type CostState, costState } from '@poklik/domain/statistics/cost-state';
import { type Compared, evidenceOf, explainedValue, isUncertain } from '@poklik/domain/statistics/explain-change';
import {
  byConcentration,
  type Cause,
  narrowCauses,
  restOf,
  type Split,
  splitByValues,
} from '@poklik/domain/statistics/find-causes';
import { computeMetrics } from '@poklik/domain/statistics/metrics';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { withExpectation } from '../../stats/expectation.ts';
import { type ReportScope, resolveComparison, resolveReportScope } from '../statistics/report-scope.service.ts';
import { createRowLabelers } from '../statistics/row-labels.service.ts';
import { queryClickhouse, toIso } from '../statistics/statistics.service.ts';
import { type ChangeReader, createChangeReader } from './change-reader.service.ts';

type ChangeQuery = ParsedOf<(typeof statisticsChangeApi)['change']>['query'];

/** Dimensions in which causes are looked for. Of two that explain a change equally well, the first is named. */
const TRIED = [
  'campaign',
  'destination',
  'traffic_source',
  'country',
  'device',
  'os',
  'sub1',
  'sub2',
  'sub3',
] as const satisfies readonly Dimension[];
/** Fewer, because every dimension makes the statement slower. */
const NARROWED_BY = ['destination', 'country', 'device', 'sub1'] as const satisfies readonly Dimension[];
const CAUSES_MAX = 5;

/** Why profit, revenue or cost is not what it was in the previous period. */
export const createChangeService =
  (services: Services) =>
  async (caller: Caller, query: ChangeQuery): Promise<ExplainedChange> => {
    // Every part of the answer is money.
    if (!caller.canSeeMoney) throw new AppError('forbidden');
    const now = Math.floor(Date.now() / 1000);
    const scope = await resolveReportScope(services, caller, query, { now: now * 1000 });
    const compared = resolveComparison(query, query.compare ?? 'previous', scope, now);
    const explained = await queryClickhouse(services, caller, async (client) => {
      const subject = await withExpectation(client, scope.subject, now);
      return explain(createChangeReader(client, subject, compared), query.metric ?? 'profit');
    });
    const toSplit = await createSplitFormatter(services, caller, { scope, explained });
    const { metric, all, isKnown } = explained;
    const amount = (value: bigint): string | null => (isKnown ? fromMicro(value) : null);
    const [before, after] = [explainedValue(all.before, metric), explainedValue(all.now, metric)];
    return {
      data: {
        metric,
        cost_state: explained.costState,
        before: amount(before),
        now: amount(after),
        difference: amount(after - before),
        is_uncertain: isUncertain(all),
        splits: explained.splits.map(toSplit),
      },
      meta: {
        period: { start_date: scope.days.start, end_date: scope.days.end },
        previous_period: { start_date: compared.days.start, end_date: compared.days.end },
        previous_as_of: compared.asOf === null ? null : toIso(compared.asOf),
        revenue_basis: scope.subject.revenueBasis ?? 'approved',
        timezone: scope.subject.timeZone,
        currency: BASE_CURRENCY,
      },
    };
  };

interface Explained {
  metric: ExplainedChange['data']['metric'];
  costState: CostState;
  /** Whether the metric is known in both periods. */
  isKnown: boolean;
  all: Compared;
  splits: Split[];
}

async function explain(reader: ChangeReader, wanted: Explained['metric']): Promise<Explained> {
  const { before, now, splitsOf } = await reader.readAll(TRIED);
  const states = [before, now].map((totals) => costState(computeMetrics(totals)));
  const worst: CostState =
    states.find((state) => state === 'unknown') ?? states.find((state) => state === 'partial') ?? 'known';
  const metric = wanted === 'profit' && worst === 'unknown' ? 'revenue' : wanted;
  const all = { before: reader.toTotals(before), now: reader.toTotals(now) };
  const answer = { metric, costState: worst, isKnown: metric !== 'cost' || worst !== 'unknown', all };
  if (!answer.isKnown) return { ...answer, splits: [] };

  const whole = { path: [], ...all };
  const splits = byConcentration(splitsOf(whole).map((segments) => splitByValues(whole, segments, { all, metric })));
  const [best, ...others] = splits as [Split, ...Split[]];
  const parents = [...new Set(best.causes.slice(0, CAUSES_MAX).map(({ segment }) => segment))].filter(
    ({ path: [place] }) => place !== undefined && place.key !== null,
  );
  const within = await reader.readWithin(
    best.dimension,
    parents,
    NARROWED_BY.filter((dimension) => dimension !== best.dimension),
  );
  const causes = parents.reduce<Cause[]>((narrowed, parent) => {
    const finer = within(parent).map((segments) => splitByValues(parent, segments, { all, metric }));
    return narrowCauses(narrowed, parent, finer);
  }, best.causes);
  return { ...answer, splits: [{ ...best, causes }, ...others.filter(({ concentration }) => concentration > 0)] };
}

async function createSplitFormatter(
  { db }: Services,
  caller: Caller,
  { scope, explained }: { scope: ReportScope; explained: Explained },
): Promise<(split: Split) => ChangeSplit> {
  const { filters, campaignIds } = scope.subject;
  const rowsOf = ({ segment: { path } }: Cause) => ({
    groupBy: path.map(({ dimension }) => dimension),
    rows: [{ keys: path.map(({ key }) => key ?? '') }],
    // Labels must tell the rows of all causes apart.
    total: CAUSES_MAX,
    filters,
    ...(campaignIds ? { campaignIds } : {}),
  });
  const shown = explained.splits.map(({ causes }) => causes.slice(0, CAUSES_MAX));
  const labelerFor = await createRowLabelers(db, caller, shown.flat().map(rowsOf));

  const toPart = (part: ChangePart, amount: bigint, { before, now }: Compared): ExplainedPart => ({
    part,
    amount: fromMicro(amount),
    before: evidenceOf(part, before),
    now: evidenceOf(part, now),
  });
  const toCause = (cause: Cause): ChangeSplit['causes'][number] => {
    const labelOf = labelerFor(rowsOf(cause));
    return {
      ...toPart(cause.part, cause.amount, cause.segment),
      path: cause.segment.path.map(({ dimension, key }, place) => {
        const label = key === null ? { full: '', short: '' } : labelOf(place, key);
        return { dimension, key, label: label.full, short_label: label.short };
      }),
    };
  };
  return ({ dimension, amounts, causes }) => {
    const largest = causes.slice(0, CAUSES_MAX);
    return {
      dimension,
      parts: CHANGE_PARTS.filter((part) => amounts[part] !== 0n).map((part) =>
        toPart(part, amounts[part], explained.all),
      ),
      causes: largest.map(toCause),
      rest: fromMicro(restOf(amounts, largest)),
    };
  };
}
