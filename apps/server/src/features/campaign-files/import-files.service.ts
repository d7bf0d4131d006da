import {
  type CampaignImportReport,
  type campaignFilesApi,
  FILE_PROBLEMS_MAX,
  IMPORT_RESULTS,
  type SKIP_REASONS,
} from '@poklik/contract/campaign-files';
import { CampaignBody, type CampaignSettings } from '@poklik/contract/campaigns';
import type { ParsedOf } from '@poklik/contract/endpoint';
import { AppError, type FieldProblem } from '@poklik/contract/errors';
import { problemsByField } from '@poklik/contract/issues';
import { readVersions, versionsText } from '@poklik/domain/bulk-edits/campaign-versions';
import { fromFileCampaign, nameKey, type TargetIds } from '@poklik/domain/campaign-files/file-targets';
import { withKeptOptimise } from '@poklik/domain/campaign-files/kept-optimise';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { type CampaignRow, listCampaigns } from '../campaigns/campaigns.repo.ts';
import { createCampaign, saveCampaign } from '../campaigns/campaigns.service.ts';
import { withAccountLock } from '../offers/offers.service.ts';
import { listCampaignsNamed } from './campaign-files.repo.ts';
import { type ImportedTarget, importTargets, readProblems } from './import-targets.service.ts';
import { type CampaignFile, type FileCampaign, findRepeated, readFile } from './read-file.service.ts';

type ImportBody = ParsedOf<(typeof campaignFilesApi)['import']>['body'];
type Reported = CampaignImportReport['campaigns'][number];
type Problems = Record<string, FieldProblem[]>;

interface Imported {
  campaign: FileCampaign;
  result: Reported['result'];
  reason: (typeof SKIP_REASONS)[number] | null;
  /** As it was before an update. */
  before: CampaignRow | null;
  changed: string[];
  problems: Problems;
}

/** Ends the transaction of a preview without a trace. */
class Preview {
  constructor(readonly report: CampaignImportReport) {}
}

/** A preview really imports and then rolls back, so it finds what the import would find. */
export async function importCampaigns(
  services: Services,
  caller: Caller,
  { format, text, token, dry_run: isDryRun }: ImportBody,
): Promise<CampaignImportReport> {
  const file = readFile(format, text);
  const expected = token === undefined ? null : token === '' ? new Map<number, number>() : readVersions(token);
  try {
    return await withAccountLock(services, caller, async (tx) => {
      const tools = { ...services, db: tx };
      const { ids, targets } = await importTargets(tools, caller, file);
      const imported = await importEach(tools, caller, { file, ids, expected });
      const report = toReport(caller, file, imported, targets);
      if (isDryRun) throw new Preview(report);
      return report;
    });
  } catch (error) {
    if (error instanceof Preview) return error.report;
    throw error;
  }
}

interface Import {
  file: CampaignFile;
  ids: TargetIds;
  /** Versions that a preview saw; null without one. */
  expected: ReadonlyMap<number, number> | null;
}

async function importEach(tools: Services, caller: Caller, { file, ids, expected }: Import): Promise<Imported[]> {
  const names = file.campaigns.map(({ name }) => name);
  const known = await listCampaignsNamed(tools.db, caller, names);
  const rows = await listCampaigns(
    tools.db,
    caller,
    known.map(({ id }) => id),
  );
  const byName = new Map(rows.map((row) => [nameKey(row.name), row]));
  const repeated = findRepeated(file.campaigns);
  const imported: Imported[] = [];
  for (const campaign of file.campaigns) {
    const before = byName.get(nameKey(campaign.name)) ?? null;
    const skip = (reason: Imported['reason'], problems: Problems = {}): Imported => ({
      ...{ campaign, before, result: 'skip', reason, changed: [], problems },
    });
    if (repeated.has(campaign)) imported.push(skip('invalid', { name: [{ key: 'name_repeated' }] }));
    else if (before && expected && expected.get(before.id) !== before.version) imported.push(skip('conflict'));
    else if (campaign.problems.length > 0) imported.push(skip('invalid'));
    else imported.push(await importOne(tools, caller, { campaign, before, ids, skip }));
  }
  return imported;
}

interface OneImport {
  campaign: FileCampaign;
  before: CampaignRow | null;
  ids: TargetIds;
  skip: (reason: Imported['reason'], problems?: Problems) => Imported;
}

/** In a savepoint of its own, so that one that fails leaves no trace. */
async function importOne(
  tools: Services,
  caller: Caller,
  { campaign, before, ids, skip }: OneImport,
): Promise<Imported> {
  const { settings, unknown } = fromFileCampaign(campaign.settings, ids);
  if (unknown.length > 0)
    return skip('invalid', Object.fromEntries(unknown.map((path) => [path, [{ key: 'target_unknown' }]])));
  const body = before ? { ...before.settings, ...withKeptOptimise(settings, before.settings) } : settings;
  const parsed = CampaignBody.safeParse(body, { reportInput: true });
  if (!parsed.success) return skip('invalid', problemsByField(parsed.error.issues));
  try {
    if (!before) {
      await createCampaign(tools, caller, parsed.data);
      return { campaign, before, result: 'create', reason: null, changed: [], problems: {} };
    }
    const saved = await saveCampaign(tools, caller, before.id, { ...parsed.data, version: before.version });
    if (saved.version === before.version) return skip('same');
    const changed = namesOfChanges(before.settings, saved.settings);
    return { campaign, before, result: 'update', reason: null, changed, problems: {} };
  } catch (error) {
    if (error instanceof AppError && error.code === 'tariff_limit_reached') return skip('limit');
    return skip('invalid', readProblems(error));
  }
}

const namesOfChanges = (before: CampaignSettings, after: CampaignSettings): string[] =>
  changedSettings(before, after).map(({ setting }) => setting);

function toReport(
  caller: Caller,
  file: CampaignFile,
  imported: readonly Imported[],
  targets: readonly ImportedTarget[],
): CampaignImportReport {
  const t = translator(caller.language);
  const messageOf = ({ key, values }: FieldProblem) => t(`errors:field.${key}`, values);
  const pathsOf = (above: string, problems: Problems) => Object.keys(problems).map((path) => `${above}.${path}`);
  const locate = file.locate([
    ...imported.flatMap(({ campaign: { path }, problems }) => [path, ...pathsOf(path, problems)]),
    ...targets.flatMap(({ thing: { path }, problems }) => pathsOf(path, problems)),
  ]);
  const problemsOf = (above: string, problems: Problems) =>
    Object.entries(problems).map(([path, list]) => ({
      ...locate(`${above}.${path}`),
      message: list.map(messageOf).join(' '),
    }));
  const campaigns = imported.map(
    ({ campaign, before, result, reason, changed, problems }): Reported => ({
      ...{ name: campaign.name, line: locate(campaign.path).line, id: before?.id ?? null },
      ...{ result, reason, changed },
      problems: [
        ...campaign.problems.map(({ line, column, key }) => ({ line, column, message: messageOf({ key }) })),
        ...problemsOf(campaign.path, problems),
      ].slice(0, FILE_PROBLEMS_MAX),
    }),
  );
  const updated = imported.flatMap(({ before, result }) => (before && result === 'update' ? before : []));
  const count = (result: Reported['result']) => campaigns.filter((each) => each.result === result).length;
  return {
    campaigns,
    targets: targets.map(({ kind, thing, result, differs, problems }) => ({
      ...{ kind, name: thing.name, result, differs },
      problems: problemsOf(thing.path, problems),
    })),
    counts: Object.fromEntries(
      IMPORT_RESULTS.map((result) => [result, count(result)]),
    ) as CampaignImportReport['counts'],
    token: versionsText(updated) ?? '',
  };
}
