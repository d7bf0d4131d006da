import { AppError, invalidField } from '@poklik/contract/errors';
import { SOURCES_MAX, type TrafficSource, type TrafficSourceBody } from '@poklik/contract/traffic-sources';
import { sourceCode } from '@poklik/domain/traffic-sources/source-code';
import { changedFields } from '@poklik/domain/traffic-sources/source-template';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { shownDetails, toTrafficSource } from './traffic-source.response.ts';
import {
  findSource,
  insertSource,
  listSources,
  lockSources,
  removeSource,
  type TrafficSourceRow,
  updateSource,
} from './traffic-sources.repo.ts';

/** The operator's templates are for all accounts. */
const isOperator = ({ permissions }: Caller): boolean => permissions.includes('instructions:write');
const canEdit = (caller: Caller, { accountId }: TrafficSourceRow): boolean => accountId !== null || isOperator(caller);
const ownerOf = (caller: Caller): number | null => (isOperator(caller) ? null : caller.accountId);

/** Hidden ones only for those who can show them again. */
export async function listVisibleSources(db: Database, caller: Caller): Promise<TrafficSource[]> {
  const rows = await listSources(db, caller);
  return rows
    .filter((row) => !row.isHidden || canEdit(caller, row))
    .map((row) => toTrafficSource(row, caller.language));
}

/** What campaigns can be created from. */
export async function listOfferedSources(db: Database, caller: Caller): Promise<TrafficSource[]> {
  const rows = await listSources(db, caller);
  return rows.filter(({ isHidden }) => !isHidden).map((row) => toTrafficSource(row, caller.language));
}

const auditEvent = (caller: Caller, row: TrafficSourceRow, change: 'created' | 'updated' | 'deleted') => ({
  actor: caller.userId,
  impersonator: caller.impersonation?.operatorId ?? null,
  account: row.accountId,
  action: `traffic_source.${change}`,
  entity: `traffic_source:${row.id}`,
  ip: caller.ip,
});

/** A template written by hand was compared with the source by its author. */
const WRITTEN_BY_HAND = { is_verified: true, unverified: [] };

export const createSource = (db: Database, caller: Caller, body: TrafficSourceBody): Promise<TrafficSource> =>
  db.transaction(async (tx) => {
    const owner = ownerOf(caller);
    await lockSources(tx, owner);
    const taken = (await listSources(tx, caller)).filter(({ accountId }) => accountId === owner);
    if (taken.filter(({ catalogueRevision }) => catalogueRevision === null).length >= SOURCES_MAX)
      throw invalidField('name', { key: 'sources_max', values: { max: SOURCES_MAX } });
    const { name, is_hidden: isHidden, ...details } = body;
    const code = sourceCode(
      name,
      owner === null ? 'shared' : 'own',
      taken.map((each) => each.code),
    );
    const row = await insertSource(tx, {
      ...{ accountId: owner, code, name, isHidden },
      details: { ...details, ...WRITTEN_BY_HAND },
    });
    await recordAudit(tx, { ...auditEvent(caller, row, 'created'), after: { name, code } });
    return toTrafficSource(row, caller.language);
  });

async function getEditable(tx: Database, caller: Caller, id: number): Promise<TrafficSourceRow> {
  const row = await findSource(tx, caller, id);
  if (!row) throw new AppError('not_found');
  if (!canEdit(caller, row)) throw new AppError(row.isHidden ? 'not_found' : 'forbidden');
  return row;
}

export const editSource = (
  db: Database,
  caller: Caller,
  id: number,
  { name, is_hidden: isHidden, ...details }: TrafficSourceBody,
): Promise<TrafficSource> =>
  db.transaction(async (tx) => {
    const before = await getEditable(tx, caller, id);
    const { is_verified, unverified, ...earlier } = shownDetails(before, caller.language);
    const isChanged = changedFields(earlier, details).length > 0;
    const isEdited = isChanged || name !== before.name || !isSame(earlier, details);
    const row = await updateSource(tx, id, {
      ...{ name, isHidden, isEdited: before.isEdited || isEdited },
      details: { ...details, ...(isChanged ? WRITTEN_BY_HAND : { is_verified, unverified }) },
      revision: before.revision + (isChanged ? 1 : 0),
    });
    await recordAudit(tx, {
      ...auditEvent(caller, row, 'updated'),
      before: { name: before.name, revision: before.revision, is_hidden: before.isHidden },
      after: { name, revision: row.revision, is_hidden: isHidden },
    });
    return toTrafficSource(row, caller.language);
  });

type Details = Omit<TrafficSourceBody, 'name' | 'is_hidden'>;
const isSame = (one: Details, other: Details): boolean =>
  one.notes === other.notes &&
  one.docs_url === other.docs_url &&
  one.outgoing_url === other.outgoing_url &&
  one.outgoing_method === other.outgoing_method;

/** A shipped template would come back at the next start. */
export const deleteSource = (db: Database, caller: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await getEditable(tx, caller, id);
    if (row.catalogueRevision !== null) throw new AppError('forbidden');
    await removeSource(tx, id);
    await recordAudit(tx, { ...auditEvent(caller, row, 'deleted'), before: { name: row.name, code: row.code } });
  });
