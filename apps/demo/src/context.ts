import type { Language } from '@poklik/contract/language';
import { ROLES, type Role, type TeamRole } from '@poklik/contract/roles';
import { permissionsOf } from '@poklik/domain/auth/role-permissions';
import { findUserByEmail, markEmailVerified, type User } from '@poklik/server/features/auth/auth.repo';
import { type AuthTools, createVerifiedUser, register } from '@poklik/server/features/auth/auth.service';
import { login } from '@poklik/server/features/auth/login.service';
import type { PasswordHasher } from '@poklik/server/features/auth/passwords';
import type { Caller, Visitor } from '@poklik/server/http/caller';
import type { Services } from '@poklik/server/services';
import type { Database } from '@poklik/server/stores/postgres';
import { campaigns } from '@poklik/server/stores/tables/campaigns';
import { and, eq, inArray } from 'drizzle-orm';

/** The customer with a team, networks and everything else. */
export const OWNER = 'user@demo.test';

export const DEMO_PASSWORD = 'demo-password-2026';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A working hour of a past day. */
export function daysAgo(days: number, hour = 11): Date {
  const minutes = (days * 7 + hour * 13) % 60;
  return new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS + (hour - 2) * HOUR_MS + minutes * 60_000);
}

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** Something that happens at a given time. */
export interface DemoEvent {
  at: Date;
  run(demo: DemoContext): Promise<unknown>;
}

const LAPTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

export interface DemoSignUp {
  email: string;
  name: string;
  language?: Language;
  /** Email of the referrer. */
  broughtBy?: string;
  ip: string;
}

/** The services as demo users call them. */
export interface DemoContext {
  /** Bound to the one transaction of the whole seed. */
  services: Services;
  tools: AuthTools;
  person(email: string): Promise<User>;
  /** The caller for a user. */
  as(email: string, teamRole?: TeamRole): Promise<Caller>;
  hire(person: { email: string; name: string; role: Role }): Promise<void>;
  signUp(newcomer: DemoSignUp & { inviteToken?: string }): Promise<void>;
  verifyEmail(email: string): Promise<void>;
  signIn(email: string, from?: { ip?: string; userAgent?: string }): Promise<void>;
}

async function findPerson(db: Database, email: string): Promise<User> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`${email} is not a demo user`);
  return user;
}

export async function createCaller(
  db: Database,
  email: string,
  { teamRole = 'OWNER', ip = '127.0.0.1' }: { teamRole?: TeamRole | undefined; ip?: string | undefined } = {},
): Promise<Caller> {
  const { id: userId, accountId, role, locale } = await findPerson(db, email);
  const standing = { role: role as Role, teamRole, canEditProfile: true, canSeeMoney: true, isImpersonated: false };
  return {
    ...{ language: locale, ip, userAgent: LAPTOP, signal: new AbortController().signal },
    ...{ userId, accountId, role: standing.role, teamRole, campaignIds: null },
    ...{ sessionId: null, apiToken: null, impersonation: null },
    ...{ lacksSecondFactor: false, lacksAcceptance: false, canSeeMoney: true, canExport: true },
    permissions: permissionsOf(standing),
  };
}

/** Of the owner, in the order of the names; undefined where one was renamed. */
export async function findCampaignIds(db: Database, names: readonly string[]): Promise<(number | undefined)[]> {
  const { accountId } = await findPerson(db, OWNER);
  const rows = await db
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.accountId, accountId), inArray(campaigns.name, [...names])));
  return names.map((name) => rows.find((row) => row.name === name)?.id);
}

export async function createDemoContext(services: Services, passwords: PasswordHasher): Promise<DemoContext> {
  const { db } = services;
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  const tools: AuthTools = {
    // All demo users have the same password, because hashing is slow on purpose.
    passwords: { ...passwords, hash: async () => passwordHash, verify: async (hash) => hash === passwordHash },
    throttle: NO_THROTTLE,
  };
  const places = new Map<string, string>();

  const person: DemoContext['person'] = (email) => findPerson(db, email);
  const visitor = (email: string, language: Language, userAgent = LAPTOP): Visitor => ({
    language,
    ip: places.get(email) ?? '127.0.0.1',
    userAgent,
    signal: new AbortController().signal,
  });

  return {
    services,
    tools,
    person,
    as: (email, teamRole) => createCaller(db, email, { teamRole, ip: places.get(email) }),
    hire: async (hired) => {
      const known = { ...hired, password: DEMO_PASSWORD, timezone: 'Europe/Kyiv' };
      await createVerifiedUser(db, tools.passwords, known);
    },
    signUp: async ({ email, name, language = 'ua', broughtBy, ip, inviteToken }) => {
      places.set(email, ip);
      await register(services, tools, visitor(email, language), {
        ...{ email, name, password: DEMO_PASSWORD, password_confirmation: DEMO_PASSWORD, accept_terms: true },
        timezone: 'Europe/Kyiv',
        ...(broughtBy === undefined ? {} : { ref: (await person(broughtBy)).referralCode }),
        ...(inviteToken === undefined ? {} : { invite_token: inviteToken }),
      });
    },
    verifyEmail: async (email) => void (await markEmailVerified(db, (await person(email)).id)),
    signIn: async (email, { ip, userAgent } = {}) => {
      const from = visitor(email, (await person(email)).locale, userAgent);
      await login(services, tools, { ...from, ip: ip ?? from.ip }, { email, password: DEMO_PASSWORD });
    },
  };
}

/** Demo users need no login throttle. */
const NO_THROTTLE: AuthTools['throttle'] = {
  consumePasswordAttempt: async () => undefined,
  onFailure: async () => undefined,
  onSuccess: async () => undefined,
  consumeCodeAttempt: async () => undefined,
  resetCodeAttempts: async () => undefined,
  consumeEmail: async () => undefined,
  consumeSignUp: async () => undefined,
};

export const STAFF = [
  { email: 'super@demo.test', name: 'Олена Бондар', role: ROLES.SUPER_ADMIN },
  { email: 'admin@demo.test', name: 'Марко Сидоренко', role: ROLES.ADMIN },
] as const;
