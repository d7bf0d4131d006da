import { AppError } from '@poklik/contract/errors';
import type { Profile, ProfileChanges } from '@poklik/contract/profile';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { getCalendar, getProfile, updateUser } from './profile.repo.ts';

/** Where the days and the weeks of the caller begin. */
export const calendarOf = (db: Database, { userId }: Pick<Caller, 'userId'>) => getCalendar(db, userId);

export const timezoneOf = async (db: Database, caller: Pick<Caller, 'userId'>): Promise<string> =>
  (await calendarOf(db, caller)).timezone;

export async function changeProfile(db: Database, caller: Caller, changes: ProfileChanges): Promise<Profile> {
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    throw new AppError('invalid_request', { fields: { timezone: [{ key: 'timezone' }] } });
  }
  await updateUser(db, caller.userId, changes);
  return getProfile(db, caller);
}
