import {
  BULK_EDIT_MAX,
  BULK_EDIT_RESULTS,
  type BulkEdit,
  type BulkEditReport,
  type BulkEditResult,
  EDITED_FIELDS_MAX,
} from '@poklik/contract/bulk-edits';
import { AppError, type FieldProblem, invalidField } from '@poklik/contract/errors';
import { applyEdit, listEditedFields, revertEdit } from '@poklik/domain/bulk-edits/apply-edit';
import { type CampaignVersionRef, readVersions, versionsText } from '@poklik/domain/bulk-edits/campaign-versions';
import type { Caller } from '../../http/caller.ts';
import { mapInTurns } from '../../http/streams/csv-stream.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { listSortedCampaignIds } from '../campaigns/campaign-list.service.ts';
import { type CampaignRow, listCampaigns } from '../campaigns/campaigns.repo.ts';
import { changeEachCampaign } from '../campaigns/campaigns.service.ts';
import { withAccountLock } from '../offers/offers.service.ts';
import { listSavedSettings } from './bulk-edits.repo.ts';
import { withTargetNames } from './edited-targets.service.ts';
import { type PlannedChange, planChanges } from './planned-change.service.ts';

/** Previews an edit of several campaigns, or makes it: each gets a version, all in one transaction. */
export async function editCampaigns(services: Services, caller: Caller, body: BulkEdit): Promise<BulkEditReport> {
  const { edit, token, dry_run: isDryRun } = body;
  if (edit.cost && !caller.canSeeMoney) throw new AppError('forbidden');
  const expected = token === undefined ? null : readVersions(token);
  const ids = expected ? [...expected.keys()] : await chooseIds(services, caller, body);
  const run = (tx: Database) =>
    changeCampaigns(tx, services, caller, {
      ...{ ids, expected, isDryRun },
      change: (rows) => rows.map((row) => ({ row, settings: applyEdit(row.settings, edit) })),
    });
  return isDryRun ? run(services.db) : withAccountLock(services, caller, run);
}

/** Brings back the settings before an edit, where they were not changed since. Each campaign gets a version. */
export const undoEdit = (services: Services, caller: Caller, token: string): Promise<BulkEditReport> =>
  withAccountLock(services, caller, async (tx) => {
    const expected = readVersions(token);
    const former = await listSavedSettings(
      tx,
      caller.accountId,
      [...expected].map(([id, version]) => ({ id, version: version - 1 })),
    );
    return changeCampaigns(tx, services, caller, {
      ...{ ids: [...expected.keys()], expected, isDryRun: false },
      change: (rows) =>
        rows.map((row) => ({ row, settings: revertEdit(row.settings, former.get(row.id), caller.canSeeMoney) })),
    });
  });

async function chooseIds(services: Services, caller: Caller, { ids, filter }: BulkEdit): Promise<readonly number[]> {
  if (ids) return [...new Set(ids)];
  const found = await listSortedCampaignIds(services, caller, filter ?? {});
  if (found.length > BULK_EDIT_MAX)
    throw invalidField('filter', { key: 'campaigns_max', values: { max: BULK_EDIT_MAX } });
  return found;
}

interface ChangeRequest {
  ids: readonly number[];
  /** Versions that the caller saw; null for the present ones. */
  expected: ReadonlyMap<number, number> | null;
  isDryRun: boolean;
  change: (rows: readonly CampaignRow[]) => Parameters<typeof planChanges>[3];
}

async function changeCampaigns(
  tx: Database,
  services: Services,
  caller: Caller,
  { ids, expected, isDryRun, change }: ChangeRequest,
): Promise<BulkEditReport> {
  const rows = await listCampaigns(tx, caller, ids);
  const isSeen = ({ id, version }: CampaignRow) => expected === null || expected.get(id) === version;
  const planned = await planChanges(tx, services, caller, change(rows.filter(isSeen)));
  const good = new Map(
    planned
      .filter(({ isChanged, problems }) => isChanged && Object.keys(problems).length === 0)
      .map(({ row, settings }) => [row.id, { settings, version: row.version }]),
  );
  const saved: CampaignVersionRef[] = isDryRun
    ? [...good].map(([id, { version }]) => ({ id, version }))
    : await changeEachCampaign({ ...services, db: tx }, caller, [...good.keys()], (settings, { id }) => {
        return good.get(id)?.settings ?? settings;
      });
  const byId = new Map(planned.map((each) => [each.row.id, each]));
  const t = translator(caller.language);
  const messageOf = ({ key, values }: FieldProblem) => t(`errors:field.${key}`, values);
  const campaigns = await withTargetNames(
    tx,
    caller,
    await mapInTurns(rows, (row) => toReported(row, byId.get(row.id), messageOf)),
  );
  const count = (result: BulkEditResult) => campaigns.filter((each) => each.result === result).length;
  return {
    campaigns,
    counts: Object.fromEntries(BULK_EDIT_RESULTS.map((result) => [result, count(result)])) as BulkEditReport['counts'],
    token: versionsText(saved),
  };
}

function toReported(
  { id, name }: CampaignRow,
  planned: PlannedChange | undefined,
  messageOf: (problem: FieldProblem) => string,
): BulkEditReport['campaigns'][number] {
  const none = { id, name, fields: [], more: 0, problems: [] };
  if (!planned) return { ...none, result: 'conflict' };
  if (!planned.isChanged) return { ...none, result: 'unchanged' };
  const fields = listEditedFields(planned.row.settings, planned.settings);
  const problems = Object.entries(planned.problems).map(([field, list]) => ({
    field,
    message: list.map(messageOf).join(' '),
  }));
  return {
    ...{ id, name, problems, result: problems.length > 0 ? 'invalid' : 'changed' },
    fields: fields.slice(0, EDITED_FIELDS_MAX),
    more: Math.max(0, fields.length - EDITED_FIELDS_MAX),
  };
}
