import type { segmentsApi } from '@poklik/contract/segments';
import type { Handlers } from '../../http/bind-routes.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { deleteSegment, getSegments, saveSegment } from './segments.service.ts';

export const segmentsRoutes = ({ db }: Services): Handlers<typeof segmentsApi> => ({
  list: async () => ({ data: await getSegments(db) }),
  create: async (caller, { body }) => ({ data: await saveSegment(db, caller, null, body) }),
  update: async (caller, { params, body }) => ({ data: await saveSegment(db, caller, params.id, body) }),
  remove: async (caller, { params }) => {
    await deleteSegment(db, caller, params.id);
    return { message: translator(caller.language)('done.segment_removed') };
  },
});
