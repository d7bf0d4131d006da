import type { profileApi } from '@poklik/contract/profile';
import type { Handlers } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { changeProfile, profileOf } from './profile.service.ts';

export const profileRoutes = ({ db }: Services): Handlers<typeof profileApi> => ({
  get: (caller) => profileOf(db, caller),
  update: (caller, { body }) => changeProfile(db, caller, body),
});
