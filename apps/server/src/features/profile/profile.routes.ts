import type { profileApi } from '@poklik/contract/profile';
import type { Handlers } from '../../http/bind-routes.ts';
import type { Services } from '../../services.ts';
import { updateGrid } from './profile.repo.ts';
import { getProfile, updateProfile } from './profile.service.ts';

export const profileRoutes = ({ db }: Services): Handlers<typeof profileApi> => ({
  get: (caller) => getProfile(db, caller),
  update: async (caller, { body }) => {
    await updateProfile(db, caller, body);
    return getProfile(db, caller);
  },
  saveGrid: async (caller, { body }) => ({ data: await updateGrid(db, caller.userId, body.grid, body.layout) }),
});
