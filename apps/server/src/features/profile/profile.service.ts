import { invalidField } from '@poklik/contract/errors';
import type { Profile, ProfileChanges } from '@poklik/contract/profile';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { getAccountBalance, getPlan } from '../billing/billing.service.ts';
import { getCalendarByUserId, getUserProfile, updateUser } from './profile.repo.ts';

/** Time zone and first day of the week. */
export const getCalendar = (db: Database, { userId }: Pick<Caller, 'userId'>) => getCalendarByUserId(db, userId);

export const getTimezone = async (db: Database, caller: Pick<Caller, 'userId'>): Promise<string> =>
  (await getCalendar(db, caller)).timezone;

/** The user together with the account's plan and balance. */
export async function getProfile(db: Database, caller: Caller): Promise<Profile> {
  const { accountId } = caller;
  const [person, plan, balance] = await Promise.all([
    getUserProfile(db, caller),
    getPlan(db, accountId),
    caller.permissions.includes('billing:read') ? getAccountBalance(db, accountId) : null,
  ]);
  return { ...person, ...plan, balance };
}

export async function updateProfile(db: Database, caller: Caller, changes: ProfileChanges): Promise<void> {
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    throw invalidField('timezone', 'timezone');
  }
  await updateUser(db, caller.userId, changes);
}
