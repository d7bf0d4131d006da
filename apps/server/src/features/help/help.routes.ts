import type { helpApi } from '@poklik/contract/help';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import type { Services } from '../../services.ts';
import { countRequests, listRequests } from './help.repo.ts';
import { toHelpRequest } from './help.response.ts';
import {
  addMessage,
  askForHelp,
  changeStatus,
  getFile,
  getThread,
  helpReader,
  isHelpOperator,
  lookAsAuthor,
} from './help.service.ts';

export const helpRoutes = ({ db }: Services): Handlers<typeof helpApi> => ({
  list: async (caller, { query }) => {
    const reader = helpReader(caller);
    const order = query.order ?? (query.sort === undefined && isHelpOperator(caller) ? 'unanswered' : 'desc');
    const [rows, total] = await Promise.all([
      listRequests(db, reader, { ...pageWindow(query), status: query.status, search: query.search, order }),
      countRequests(db, reader, query),
    ]);
    return { data: rows.map(toHelpRequest), ...buildPage('/help_requests', query, total) };
  },
  get: async (caller, { params }) => ({ data: await getThread(db, caller, params.id) }),
  create: async (caller, { body }) => ({ data: await askForHelp(db, caller, body, new Date()) }),
  addMessage: async (caller, { params, body }) => ({ data: await addMessage(db, caller, params.id, body, new Date()) }),
  setStatus: async (caller, { params, body }) => ({
    data: await changeStatus(db, caller, params.id, body.status, new Date()),
  }),
  file: (caller, { params }) => getFile(db, caller, params.id, params.file_id),
  look: (caller, { params }) => lookAsAuthor(db, caller, params.id),
});
