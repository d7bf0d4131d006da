import { sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import { redactMoney } from '../../http/redact-money.ts';
import { ROWS_PER_CHUNK } from '../../http/streams/csv-stream.ts';
import type { Services } from '../../services.ts';
import { openSnapshot, type Snapshot } from '../../stores/snapshot.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { type ExportList, listAccountQueries, listUserQueries, userQuery } from './account.repo.ts';

/** Streams everything stored about the caller as JSON, because the history of an account may not fit in memory. */
export async function* exportAccountData(
  { db, exportPool }: Pick<Services, 'db' | 'exportPool'>,
  caller: Caller,
): AsyncGenerator<string> {
  const snapshot = await openSnapshot(exportPool);
  try {
    const { userId, accountId, ip } = caller;
    const entity = `account:${accountId}`;
    await recordAudit(db, { actor: userId, account: accountId, action: 'account.exported', entity, ip });
    yield* streamExport(snapshot, caller, new Date());
  } finally {
    await snapshot.close();
  }
}

async function* streamExport(snapshot: Snapshot, caller: Caller, now: Date): AsyncGenerator<string> {
  const serialize = (row: unknown): string => JSON.stringify(caller.canSeeMoney ? row : redactMoney(row));
  const { rows } = await snapshot.db.execute<{ row: unknown }>(
    sql`select row_to_json(t) as row from (${userQuery(caller.userId)}) t`,
  );
  yield `{"data":{"exported_at":${JSON.stringify(now.toISOString())},"person":${serialize(rows[0]?.row ?? {})},`;
  yield* streamLists(snapshot, listUserQueries(caller.userId), serialize);
  if (caller.teamRole === 'OWNER') {
    yield ',"account":{';
    yield* streamLists(snapshot, listAccountQueries(caller.accountId), serialize);
    yield '}}}';
  } else yield ',"account":null}}';
}

async function* streamLists(
  snapshot: Snapshot,
  all: readonly ExportList[],
  serialize: (row: unknown) => string,
): AsyncGenerator<string> {
  for (const [index, [name, query]] of all.entries()) {
    let before = `${index === 0 ? '' : ','}${JSON.stringify(name)}:[`;
    const rows = snapshot.batches<{ row: unknown }>(
      sql`select row_to_json(t) as row from (${query}) t`,
      ROWS_PER_CHUNK,
    );
    for await (const batch of rows) {
      yield before + batch.map(({ row }) => serialize(row)).join(',');
      before = ',';
    }
    yield before === ',' ? ']' : `${before}]`;
  }
}
