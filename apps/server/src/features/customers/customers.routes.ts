import type { CustomerCampaign, CustomerNote, customersApi, SentEmail } from '@poklik/contract/customers';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/users.service.ts';
import {
  countAccountCampaigns,
  countNotes,
  countSentEmails,
  listAccountCampaigns,
  listFilterValues,
  listNotes,
  listSentEmails,
  type NoteRow,
} from './customers.repo.ts';
import { addNote, deleteNote, setTags } from './customers.service.ts';

export function customersRoutes({ db }: Services): Handlers<typeof customersApi> {
  const accountOf = async (userId: number): Promise<number> => (await getUser(db, userId)).user.accountId;
  return {
    filters: async () => ({ data: await listFilterValues(db) }),
    campaigns: async (_caller, { params, query }) => {
      const accountId = await accountOf(params.id);
      const { sort = 'created_at', order = 'desc' } = query;
      const [rows, total] = await Promise.all([
        listAccountCampaigns(db, accountId, { ...pageWindow(query), sort, order }),
        countAccountCampaigns(db, accountId),
      ]);
      return { data: rows.map(toCampaign), ...buildPage(`/users/${params.id}/campaigns`, query, total) };
    },
    emails: async (_caller, { params, query }) => {
      const accountId = await accountOf(params.id);
      const [rows, total] = await Promise.all([
        listSentEmails(db, accountId, { ...pageWindow(query), order: query.order ?? 'desc' }),
        countSentEmails(db, accountId),
      ]);
      return { data: rows.map(toSentEmail), ...buildPage(`/users/${params.id}/emails`, query, total) };
    },
    notes: async (_caller, { params, query }) => {
      const accountId = await accountOf(params.id);
      const [rows, total] = await Promise.all([
        listNotes(db, accountId, { ...pageWindow(query), order: query.order ?? 'desc' }),
        countNotes(db, accountId),
      ]);
      return { data: rows.map(toNote), ...buildPage(`/users/${params.id}/notes`, query, total) };
    },
    addNote: async (caller, { params, body }) => ({
      data: toNote(await addNote(db, caller, await accountOf(params.id), body.text)),
    }),
    removeNote: async (caller, { params }) => {
      await deleteNote(db, caller, await accountOf(params.id), params.note_id);
      return { message: translator(caller.language)('done.note_removed') };
    },
    setTags: async (caller, { params, body }) => ({
      data: await setTags(db, caller, await accountOf(params.id), body.tags),
    }),
  };
}

type CampaignRow = Awaited<ReturnType<typeof listAccountCampaigns>>[number];

const toCampaign = ({ createdAt, updatedAt, ...campaign }: CampaignRow): CustomerCampaign => ({
  ...campaign,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

const toNote = ({ note, author }: NoteRow): CustomerNote => ({
  id: note.id,
  text: note.text,
  author: author.deletedAt === null ? author.email : null,
  created_at: note.createdAt.toISOString(),
});

const toSentEmail = ({ sent, to }: Awaited<ReturnType<typeof listSentEmails>>[number]): SentEmail => ({
  ...{ id: sent.id, to, kind: sent.kind, subject: sent.subject, result: sent.result },
  created_at: sent.createdAt.toISOString(),
});
