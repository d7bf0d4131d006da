import { AppError } from '@poklik/contract/errors';
import type { Profile, ProfileChanges } from '@poklik/contract/profile';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { getProfile, getTimezone, updateUser } from './profile.repo.ts';

/** Whose calendar decides where a day begins. */
export const timezoneOf = (db: Database, { userId }: Pick<Caller, 'userId'>): Promise<string> =>
  getTimezone(db, userId);

export async function changeProfile(db: Database, caller: Caller, changes: ProfileChanges): Promise<Profile> {
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    throw new AppError('invalid_request', { fields: { timezone: [{ key: 'timezone' }] } });
  }
  await updateUser(db, caller.userId, changes);
  return getProfile(db, caller);
}
