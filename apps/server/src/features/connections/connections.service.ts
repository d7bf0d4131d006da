import { randomBytes } from 'node:crypto';
import { CONNECTIONS_MAX, type ConnectionBody, CREDENTIALS } from '@poklik/contract/connections';
import { AppError, type FieldProblem, invalidField } from '@poklik/contract/errors';
import { NUMBERED_EVENT, PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  type ConnectionRow,
  countConnections,
  countConnectionsWithName,
  findConnection,
  insertConnection,
  listConnectionsById,
  lockConnections,
  removeConnection,
  updateConnection,
} from './connections.repo.ts';

type Tools = Pick<Services, 'db' | 'secrets'>;

/** A connection may serve all campaigns of the account. */
function withLock<T>(db: Database, caller: Caller, work: (tx: Database) => Promise<T>): Promise<T> {
  if (caller.campaignIds !== null) throw new AppError('forbidden');
  return db.transaction(async (tx) => {
    await lockConnections(tx, caller.accountId);
    return work(tx);
  });
}

export async function getConnection(
  db: Database,
  { accountId }: Pick<Caller, 'accountId'>,
  id: number,
): Promise<ConnectionRow> {
  const row = await findConnection(db, accountId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

export const createConnection = (tools: Tools, caller: Caller, body: ConnectionBody): Promise<ConnectionRow> =>
  withLock(tools.db, caller, async (tx) => {
    const { accountId } = caller;
    if ((await countConnections(tx, accountId)) >= CONNECTIONS_MAX)
      throw invalidField('name', { key: 'connection_limit', values: { max: CONNECTIONS_MAX } });
    await requireUnusedName(tx, accountId, body.name, 0);
    const row = await insertConnection(tx, { accountId, ...toColumns(tools, body, null) });
    await audit(tx, caller, 'created', { row });
    return row;
  });

export const changeConnection = (
  tools: Tools,
  caller: Caller,
  id: number,
  body: ConnectionBody,
): Promise<ConnectionRow> =>
  withLock(tools.db, caller, async (tx) => {
    const before = await getConnection(tx, caller, id);
    await requireUnusedName(tx, caller.accountId, body.name, id);
    const row = await updateConnection(tx, id, toColumns(tools, body, before));
    await audit(tx, caller, 'changed', { row, before });
    return row;
  });

export const deleteConnection = (tools: Tools, caller: Caller, id: number): Promise<void> =>
  withLock(tools.db, caller, async (tx) => {
    const before = await getConnection(tx, caller, id);
    await removeConnection(tx, caller.accountId, id);
    await audit(tx, caller, 'deleted', { row: before });
  });

async function requireUnusedName(tx: Database, accountId: number, name: string, exceptId: number): Promise<void> {
  if ((await countConnectionsWithName(tx, accountId, name, exceptId)) > 0)
    throw new AppError('name_taken', { fields: { name: [{ key: 'connection_name_taken' }] } });
}

/** Credentials of another platform are forgotten, because no form shows them. */
function toColumns({ secrets }: Tools, body: ConnectionBody, before: ConnectionRow | null) {
  const { platform } = body;
  const fields = PLATFORM_FIELDS[platform];
  const kept = before?.platform === platform ? before.credentials : {};
  const sealed = CREDENTIALS.filter((name) => fields.credentials.includes(name)).flatMap((name) => {
    const value = body.credentials?.[name];
    const own = value === undefined ? kept[name] : secrets.seal(value);
    return own === undefined ? [] : [[name, own] as const];
  });
  const problems: Record<string, FieldProblem[]> = {};
  for (const name of fields.credentials)
    if (!sealed.some(([known]) => known === name)) problems[`credentials.${name}`] = [{ key: 'platform_needs_it' }];
  if (fields.hasAccount && body.account === '') problems.account = [{ key: 'platform_needs_it' }];
  if (fields.settings.includes('client_id') && body.client_id === null)
    problems.client_id = [{ key: 'platform_needs_it' }];
  if (platform === 'microsoft' && body.manager_account === null)
    problems.manager_account = [{ key: 'platform_needs_it' }];
  if (platform === 'google')
    for (const [place, { event }] of body.events.entries())
      if (!NUMBERED_EVENT.test(event)) problems[`events.${place}.event`] = [{ key: 'conversion_action' }];
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
  const own = (name: (typeof fields.settings)[number]) => (fields.settings.includes(name) ? body[name] : null);
  return {
    ...{ name: body.name, platform, events: body.events, isActive: body.is_active },
    statuses: [...new Set(body.statuses)],
    settings: {
      account: fields.hasAccount ? body.account : '',
      manager_account: own('manager_account'),
      client_id: own('client_id'),
      test_code: own('test_code'),
      page_url: own('page_url'),
      is_test: fields.canTest === true && body.is_test,
    },
    credentials: {
      ...Object.fromEntries(sealed),
      ...(platform === 'google_file' && { file_key: kept.file_key ?? secrets.seal(newFileKey()) }),
    },
  };
}

const newFileKey = (): string => randomBytes(24).toString('base64url');

const auditValues = ({ name, platform, settings, events, statuses, isActive, credentials }: ConnectionRow) => ({
  ...{ name, platform, ...settings, events, statuses, isActive },
  credentials: Object.keys(credentials).sort(),
});

const audit = (
  tx: Database,
  { userId, impersonation, accountId, ip }: Caller,
  action: 'created' | 'changed' | 'deleted',
  { row, before }: { row: ConnectionRow; before?: ConnectionRow },
): Promise<void> =>
  recordAudit(tx, {
    ...{ actor: userId, impersonator: impersonation?.operatorId ?? null, account: accountId, ip },
    action: `connection.${action}`,
    entity: `connection:${row.id}`,
    before: before ? auditValues(before) : action === 'deleted' ? auditValues(row) : null,
    after: action === 'deleted' ? null : auditValues(row),
  });

interface Chosen {
  connection_ids: number[];
}

/** For a campaign: newly chosen connections must be the account's. */
export async function findConnectionProblems(
  db: Database,
  accountId: number,
  { connection_ids: ids }: Chosen,
  before: Chosen | null,
): Promise<Record<string, FieldProblem[]>> {
  const added = ids.filter((id) => !before?.connection_ids.includes(id));
  const isKnown = added.length === 0 || (await listConnectionsById(db, accountId, added)).length === added.length;
  return isKnown ? {} : { connection_ids: [{ key: 'connection_unknown' }] };
}

/** For an earlier version of a campaign, whose connections may be gone. */
export async function withoutRemovedConnections<S extends Chosen>(
  db: Database,
  accountId: number,
  settings: S,
): Promise<S> {
  if (settings.connection_ids.length === 0) return settings;
  const known = new Set((await listConnectionsById(db, accountId, settings.connection_ids)).map(({ id }) => id));
  return { ...settings, connection_ids: settings.connection_ids.filter((id) => known.has(id)) };
}
