import { sql } from 'drizzle-orm';
import type { Caller } from '../../http/caller.ts';
import { ROWS_AT_ONCE } from '../../http/csv-parts.ts';
import { hideMoney } from '../../http/hidden-money.ts';
import type { Services } from '../../services.ts';
import { openSnapshot, type Snapshot } from '../../stores/snapshot.ts';
import { record } from '../audit/audit.service.ts';
import { accountLists, type ExportedList, personLists, personQuery } from './account.repo.ts';

/** Everything that is kept about the caller as JSON, written while it is read: an account may have done a lot. */
export async function* exportData(
  { db, exportPool }: Pick<Services, 'db' | 'exportPool'>,
  caller: Caller,
): AsyncGenerator<string> {
  const snapshot = await openSnapshot(exportPool);
  try {
    const { userId, accountId, ip } = caller;
    const entity = `account:${accountId}`;
    await record(db, { actor: userId, account: accountId, action: 'account.exported', entity, ip });
    yield* written(snapshot, caller, new Date());
  } finally {
    await snapshot.close();
  }
}

async function* written(snapshot: Snapshot, caller: Caller, now: Date): AsyncGenerator<string> {
  const shown = (row: unknown): string => JSON.stringify(caller.canSeeMoney ? row : hideMoney(row));
  const { rows } = await snapshot.db.execute<{ row: unknown }>(
    sql`select row_to_json(t) as row from (${personQuery(caller.userId)}) t`,
  );
  yield `{"data":{"exported_at":${JSON.stringify(now.toISOString())},"person":${shown(rows[0]?.row ?? {})},`;
  yield* lists(snapshot, personLists(caller.userId), shown);
  if (caller.teamRole === 'OWNER') {
    yield ',"account":{';
    yield* lists(snapshot, accountLists(caller.accountId), shown);
    yield '}}}';
  } else yield ',"account":null}}';
}

async function* lists(
  snapshot: Snapshot,
  all: readonly ExportedList[],
  shown: (row: unknown) => string,
): AsyncGenerator<string> {
  for (const [place, [name, query]] of all.entries()) {
    let before = `${place === 0 ? '' : ','}${JSON.stringify(name)}:[`;
    const rows = snapshot.batches<{ row: unknown }>(sql`select row_to_json(t) as row from (${query}) t`, ROWS_AT_ONCE);
    for await (const batch of rows) {
      yield before + batch.map(({ row }) => shown(row)).join(',');
      before = ',';
    }
    yield before === ',' ? ']' : `${before}]`;
  }
}
