import { AppError } from '@poklik/contract/errors';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { insertNote, listTags, type NoteRow, removeNote, replaceTags } from './customers.repo.ts';

/** The log of the account is shown to the customer, so what concerns the operator alone goes to that of the installation. */
const auditEntry = ({ userId, ip }: Caller, accountId: number, action: string) => ({
  ...{ actor: userId, account: null, action, entity: `account:${accountId}`, ip },
});

export const setTags = (db: Database, caller: Caller, accountId: number, tags: readonly string[]): Promise<string[]> =>
  db.transaction(async (tx) => {
    const before = await listTags(tx, accountId);
    const after = [...new Set(tags)].toSorted();
    await replaceTags(tx, accountId, after);
    await recordAudit(tx, {
      ...auditEntry(caller, accountId, 'customer.tags_changed'),
      before: { tags: before },
      after: { tags: after },
    });
    return listTags(tx, accountId);
  });

/** The audit log is kept forever, so it doesn't repeat what a note says. */
export const addNote = (db: Database, caller: Caller, accountId: number, text: string): Promise<NoteRow> =>
  db.transaction(async (tx) => {
    const row = await insertNote(tx, { accountId, authorId: caller.userId, text });
    await recordAudit(tx, auditEntry(caller, accountId, 'customer.note_added'));
    return row;
  });

export const deleteNote = (db: Database, caller: Caller, accountId: number, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await removeNote(tx, accountId, id))) throw new AppError('not_found');
    await recordAudit(tx, auditEntry(caller, accountId, 'customer.note_removed'));
  });
