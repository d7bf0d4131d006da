import type { Language } from '@poklik/contract/language';
import type { Permission } from '@poklik/contract/permissions';
import type { Role, TeamRole } from '@poklik/contract/roles';

/** Origin and language of a request, known for every caller. */
export interface Visitor {
  language: Language;
  ip: string;
  userAgent: string;
  /** Aborted when the client disconnects or the server stops. */
  signal: AbortSignal;
}

/** A request with an Idempotency-Key: its key, and a hash of its content. */
export interface IdempotentRequest {
  key: string;
  print: string;
}

/** The part of an account that a caller can access. */
export interface AccountScope {
  accountId: number;
  /** Null for all campaigns of the account. */
  campaignIds: readonly number[] | null;
}

/** For plan limits, which count all campaigns. */
export const fullAccountScope = ({ accountId }: AccountScope): AccountScope => ({ accountId, campaignIds: null });

/** The authenticated caller. The account comes from here, never from input. */
export interface Caller extends Visitor, AccountScope {
  userId: number;
  /** Null for an API token. */
  sessionId: number | null;
  /** For API tokens: the token and the rate limit of its account. */
  apiToken: { id: number; perMinute: number } | null;
  role: Role;
  teamRole: TeamRole;
  permissions: readonly Permission[];
  /** If the endpoint supports Idempotency-Key and the client sent one. */
  named?: IdempotentRequest;
  /** Can only set up the two-factor authentication that the operator requires. */
  lacksSecondFactor: boolean;
  /** Has to accept new terms before making changes. */
  lacksAcceptance: boolean;
  canSeeMoney: boolean;
  canExport: boolean;
  /** The impersonating operator, and until when. */
  impersonation: { operatorId: number; until: Date } | null;
}

/** Finds the holder of a token; null if it is unknown, expired or revoked. */
export type Authenticate = (token: string, visitor: Visitor) => Promise<Omit<Caller, keyof Visitor | 'named'> | null>;
