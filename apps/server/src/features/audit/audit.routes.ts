import type { AuditEntry, auditApi } from '@poklik/contract/audit';
import { entryDetails } from '@poklik/domain/audit/entry-details';
import type { Handlers } from '../../http/bind.ts';
import type { Caller } from '../../http/caller.ts';
import { pageOf, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { countEntries, type EntryRow, listEntries } from './audit.repo.ts';

export const auditRoutes = ({ db }: Services): Handlers<typeof auditApi> => ({
  list: async (caller, { query }) => {
    const order = query.order ?? 'desc';
    const [rows, total] = await Promise.all([
      listEntries(db, caller, { ...pageWindow(query), order }),
      countEntries(db, caller),
    ]);
    return { data: rows.map((row) => toEntry(row, caller)), ...pageOf('/activity', query, total) };
  },
});

export function toEntry({ entry, actor }: EntryRow, caller: Caller): AuditEntry {
  const inYourName = entry.impersonatorId !== null;
  const by = inYourName ? 'support' : whoOf(actor, caller);
  return {
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    action: entry.action,
    entity: entry.entity,
    by,
    name: by === 'member' && actor ? actor.name || actor.email : null,
    in_your_name: inYourName,
    ip: by === 'support' ? null : entry.ip,
    details: entryDetails(
      entry.before as Record<string, unknown> | null,
      entry.after as Record<string, unknown> | null,
    ),
  };
}

function whoOf(actor: EntryRow['actor'], caller: Caller): AuditEntry['by'] {
  if (!actor) return 'system';
  if (actor.id === caller.userId) return 'you';
  return actor.accountId === caller.accountId ? 'member' : 'support';
}
