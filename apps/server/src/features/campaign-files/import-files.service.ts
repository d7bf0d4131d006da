import {
  type CampaignImportReport,
  type campaignFilesApi,
  FILE_PROBLEMS_MAX,
  IMPORT_RESULTS,
} from '@poklik/contract/campaign-files';
import type { ParsedOf } from '@poklik/contract/endpoint';
import type { FieldProblem } from '@poklik/contract/errors';
import { readVersions, versionsText } from '@poklik/domain/bulk-edits/campaign-versions';
import { withUids } from '@poklik/domain/routing/targets';
import type { Caller } from '../../http/caller.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { changeEachCampaign } from '../campaigns/campaigns.service.ts';
import { generateUid } from '../campaigns/link-keys.service.ts';
import { withAccountLock } from '../offers/offers.service.ts';
import { createCampaigns } from './create-campaigns.service.ts';
import { type ImportedTarget, importTargets } from './import-targets.service.ts';
import { type PlannedImport, planImport } from './plan-import.service.ts';
import { type CampaignFile, readFile } from './read-file.service.ts';

type ImportBody = ParsedOf<(typeof campaignFilesApi)['import']>['body'];
type Reported = CampaignImportReport['campaigns'][number];
type Problems = Record<string, FieldProblem[]>;

/** A preview plans the same import and writes nothing. */
export async function importCampaigns(
  services: Services,
  caller: Caller,
  { format, text, token, dry_run: isDryRun }: ImportBody,
): Promise<CampaignImportReport> {
  const file = readFile(format, text);
  const expected = token === undefined ? null : token === '' ? new Map<number, number>() : readVersions(token);
  const { ids, targets } = await importTargets(services, caller, file, isDryRun);
  const planned = await withAccountLock(services, caller, async (tx) => {
    const plan = await planImport(tx, services, caller, { file, ids, expected });
    if (!isDryRun) await save(tx, services, caller, plan);
    return plan;
  });
  return toReport(caller, file, planned, targets);
}

/** All in a few statements, so that the account's other saves don't wait for long. */
async function save(tx: Database, services: Services, caller: Caller, plan: readonly PlannedImport[]): Promise<void> {
  await createCampaigns(
    tx,
    caller,
    plan.flatMap(({ result, settings }) => (result === 'create' && settings ? settings : [])),
  );
  const updates = new Map(
    plan.flatMap(({ before, settings }) =>
      before && settings ? [[before.id, withUids(settings, before.settings, generateUid)] as const] : [],
    ),
  );
  await changeEachCampaign({ ...services, db: tx }, caller, [...updates.keys()], (settings, { id }) => {
    return updates.get(id) ?? settings;
  });
}

function toReport(
  caller: Caller,
  file: CampaignFile,
  imported: readonly PlannedImport[],
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
