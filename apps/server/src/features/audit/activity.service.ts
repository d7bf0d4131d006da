import type { AuditEntry } from '@poklik/contract/audit';
import type { SortOrder } from '@poklik/contract/paging';
import { entryDetails } from '@poklik/domain/audit/entry-details';
import type { Caller } from '../../http/caller.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Database } from '../../stores/postgres.ts';
import { type ActivitySubject, countEntries, type EntryRow, listEntries } from './audit.repo.ts';

type ActivityQuery = {
  page?: number | undefined;
  per_page?: number | undefined;
  sort?: 'created_at' | undefined;
  order?: SortOrder | undefined;
};

/** The caller's own log or, for operators, the log of any user. */
export async function listActivity(
  db: Database,
  subject: ActivitySubject,
  reader: Caller,
  { path, query }: { path: string; query: ActivityQuery },
) {
  const [rows, total] = await Promise.all([
    listEntries(db, subject, { ...pageWindow(query), order: query.order ?? 'desc' }),
    countEntries(db, subject),
  ]);
  const toEntry = subject.userId === reader.userId ? toOwnEntry : toOperatorEntry;
  return { data: rows.map((row) => toEntry(row, subject, reader)), ...buildPage(path, query, total) };
}

type ToEntry = (row: EntryRow, subject: ActivitySubject, reader: Caller) => AuditEntry;

/** Customers see support actions without the name and IP address of the operator. */
const toOwnEntry: ToEntry = (row, subject, reader) => {
  const by = actorKind(row, subject, reader);
  return {
    ...baseEntry(row),
    by,
    name: by === 'member' ? displayName(row.actor) : null,
    ip: by === 'support' ? null : row.entry.ip,
  };
};

/** Operators see the name behind every entry. */
const toOperatorEntry: ToEntry = (row, subject, reader) => {
  const by = actorKind(row, subject, reader);
  return {
    ...baseEntry(row),
    by,
    name: by === 'you' ? null : displayName(row.impersonator ?? row.actor),
    ip: row.entry.ip,
  };
};

const baseEntry = ({ entry }: EntryRow) => ({
  id: entry.id,
  created_at: entry.createdAt.toISOString(),
  action: entry.action,
  entity: entry.entity,
  in_your_name: entry.impersonatorId !== null,
  details: entryDetails(entry.before as Record<string, unknown> | null, entry.after as Record<string, unknown> | null),
});

const displayName = (person: { name: string; email: string } | null): string | null =>
  person && (person.name || person.email);

function actorKind({ entry, actor }: EntryRow, { accountId }: ActivitySubject, reader: Caller): AuditEntry['by'] {
  if (entry.impersonatorId !== null) return entry.impersonatorId === reader.userId ? 'you' : 'support';
  if (!actor) return 'system';
  if (actor.id === reader.userId) return 'you';
  return actor.accountId === accountId ? 'member' : 'support';
}
