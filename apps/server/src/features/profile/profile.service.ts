import { AppError } from '@poklik/contract/errors';
import type { Profile, ProfileChanges } from '@poklik/contract/profile';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { balanceOf } from '../ledger/ledger.service.ts';
import { subscriptionOf, toSubscriptionTerms } from '../subscriptions/subscriptions.service.ts';
import { tariffOf } from '../tariffs/tariffs.service.ts';
import { writtenBalance } from '../transactions/transactions.service.ts';
import { getCalendar, getPerson, updateUser } from './profile.repo.ts';

/** Where the days and the weeks of the caller begin. */
export const calendarOf = (db: Database, { userId }: Pick<Caller, 'userId'>) => getCalendar(db, userId);

export const timezoneOf = async (db: Database, caller: Pick<Caller, 'userId'>): Promise<string> =>
  (await calendarOf(db, caller)).timezone;

/** The person, and what the account has that they work in. */
export async function profileOf(db: Database, caller: Caller): Promise<Profile> {
  const { accountId } = caller;
  const [person, tariff, subscription, balance] = await Promise.all([
    getPerson(db, caller),
    tariffOf(db, accountId),
    subscriptionOf(db, accountId),
    caller.permissions.includes('billing:read') ? balanceOf(db, accountId) : null,
  ]);
  return {
    ...person,
    tariff: { id: tariff.id, code: tariff.code, name: tariff.name },
    subscription: toSubscriptionTerms(tariff, subscription),
    balance: balance && writtenBalance(balance),
  };
}

export async function changeProfile(db: Database, caller: Caller, changes: ProfileChanges): Promise<Profile> {
  if (changes.timezone !== undefined && !isTimezone(changes.timezone)) {
    throw new AppError('invalid_request', { fields: { timezone: [{ key: 'timezone' }] } });
  }
  await updateUser(db, caller.userId, changes);
  return profileOf(db, caller);
}
