import type { SKIP_REASONS } from '@poklik/contract/campaign-files';
import { CampaignBody, type CampaignSettings } from '@poklik/contract/campaigns';
import type { FieldProblem } from '@poklik/contract/errors';
import { problemsByField } from '@poklik/contract/issues';
import { fromFileCampaign, nameKey, type TargetIds } from '@poklik/domain/campaign-files/file-targets';
import { withKeptOptimise } from '@poklik/domain/campaign-files/kept-optimise';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import { withoutTargetUrls } from '@poklik/domain/routing/targets';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import { type Caller, fullAccountScope } from '../../http/caller.ts';
import { mapInTurns } from '../../http/streams/csv-stream.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import { type CampaignRow, countUnarchived, listCampaigns } from '../campaigns/campaigns.repo.ts';
import { keepHiddenMoney, validateSettings } from '../campaigns/campaigns.service.ts';
import { findLinksToHosts } from '../campaigns/redirect-loop.service.ts';
import { listDomainHosts } from '../domains/link-origins.service.ts';
import { listCampaignsNamed } from './campaign-files.repo.ts';
import { readProblems } from './import-targets.service.ts';
import { type CampaignFile, type FileCampaign, findRepeated } from './read-file.service.ts';

type Problems = Record<string, FieldProblem[]>;

export interface PlannedImport {
  campaign: FileCampaign;
  result: 'create' | 'update' | 'skip';
  reason: (typeof SKIP_REASONS)[number] | null;
  /** As it is before an update. */
  before: CampaignRow | null;
  /** What will be saved; null for a skipped one. */
  settings: CampaignSettings | null;
  changed: string[];
  problems: Problems;
}

interface ImportRequest {
  file: CampaignFile;
  ids: TargetIds;
  /** Versions that a preview saw; null without one. */
  expected: ReadonlyMap<number, number> | null;
}

interface Context {
  config: Services['config'];
  caller: Caller;
  ids: TargetIds;
  hosts: readonly string[];
}

/** What an import would do with each campaign, found with a few queries however many there are. Writes nothing. */
export async function planImport(
  tx: Database,
  { config }: Pick<Services, 'config'>,
  caller: Caller,
  { file, ids, expected }: ImportRequest,
): Promise<PlannedImport[]> {
  const { campaignsMax } = await getLimitsForUpdate(tx, caller.accountId);
  let room = roomLeft(campaignsMax, await countUnarchived(tx, caller.accountId));
  const named = await listCampaignsNamed(
    tx,
    fullAccountScope(caller),
    file.campaigns.map(({ name }) => name),
  );
  const rows = await listCampaigns(
    tx,
    caller,
    named.map(({ id }) => id),
  );
  const taken = new Set(named.map(({ name }) => nameKey(name)));
  const byName = new Map(rows.map((row) => [nameKey(row.name), row]));
  const repeated = findRepeated(file.campaigns);
  const context: Context = { config, caller, ids, hosts: await listDomainHosts(tx, caller.accountId) };
  const plan = (campaign: FileCampaign): PlannedImport => {
    const key = nameKey(campaign.name);
    const before = byName.get(key) ?? null;
    const skip = (reason: PlannedImport['reason'], problems: Problems = {}): PlannedImport => ({
      ...{ campaign, before, result: 'skip', reason, settings: null, changed: [], problems },
    });
    if (repeated.has(campaign)) return skip('invalid', { name: [{ key: 'name_repeated' }] });
    if (!before && taken.has(key)) return skip('invalid', { name: [{ key: 'name_taken' }] });
    if (before && expected && expected.get(before.id) !== before.version) return skip('conflict');
    if (campaign.problems.length > 0) return skip('invalid');
    const planned = planOne(context, campaign, before);
    if ('problems' in planned) return skip('invalid', planned.problems);
    const { settings } = planned;
    const changed = before ? changedNames(before, settings) : [];
    if (before && changed.length === 0) return skip('same');
    if (settings.status !== 'archived' && (!before || before.settings.status === 'archived')) {
      room -= 1;
      if (room < 0) return skip('limit');
    }
    const result = before ? 'update' : 'create';
    return { campaign, before, result, reason: null, settings, changed, problems: {} };
  };
  return mapInTurns(file.campaigns, plan);
}

function planOne(
  { config, caller, ids, hosts }: Context,
  campaign: FileCampaign,
  before: CampaignRow | null,
): { settings: CampaignSettings } | { problems: Problems } {
  const { settings: given, unknown } = fromFileCampaign(campaign.settings, ids);
  const body = before ? { ...before.settings, ...withKeptOptimise(given, before.settings) } : given;
  const parsed = CampaignBody.safeParse(body, { reportInput: true });
  const wrong = parsed.success ? {} : problemsByField(parsed.error.issues);
  if (!parsed.success || unknown.length > 0) return { problems: withUnknown(wrong, unknown) };
  try {
    const valid = validateSettings(parsed.data, config);
    const problems = findLinksToHosts(valid, hosts);
    if (Object.keys(problems).length > 0) return { problems };
    return { settings: before ? keepHiddenMoney(caller, before.settings, valid) : valid };
  } catch (error) {
    return { problems: readProblems(error) };
  }
}

/** A destination whose offer or lander is not known has no other problem. */
function withUnknown(problems: Problems, unknown: readonly string[]): Problems {
  const targets = unknown.map((path) => path.replace(/[^.]+$/, ''));
  const others = Object.entries(problems).filter(([path]) => !targets.some((target) => path.startsWith(target)));
  return Object.fromEntries([...unknown.map((path) => [path, [{ key: 'target_unknown' }]] as const), ...others]);
}

/** Settings are stored without the URLs of offers and landers. */
const changedNames = ({ settings }: CampaignRow, after: CampaignSettings): string[] =>
  changedSettings(withoutTargetUrls(settings), after).map(({ setting }) => setting);
