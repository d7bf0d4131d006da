import type { Language } from '@poklik/contract/language';
import type { Permission } from '@poklik/contract/permissions';
import type { Role, TeamRole } from '@poklik/contract/roles';

/** Where a request came from and how to answer it, known for everyone. */
export interface Visitor {
  language: Language;
  ip: string;
  userAgent: string;
  /** Aborted when the client goes away or the server stops. */
  signal: AbortSignal;
}

/** A request that may come again: the name its client gave it, and a hash of what it asks. */
export interface NamedRequest {
  key: string;
  print: string;
}

/** What of an account somebody reaches. */
export interface Reach {
  accountId: number;
  /** Null for all campaigns of the account. */
  campaignIds: readonly number[] | null;
}

/** For what a tariff counts: everybody's. */
export const wholeAccount = ({ accountId }: Reach): Reach => ({ accountId, campaignIds: null });

/** Who asks. The account comes from here alone, never from input. */
export interface Caller extends Visitor, Reach {
  userId: number;
  /** Null for a program. */
  sessionId: number | null;
  /** Of a program: its token, and how many calls a minute its account may make. */
  apiToken: { id: number; perMinute: number } | null;
  role: Role;
  teamRole: TeamRole;
  permissions: readonly Permission[];
  /** Where the endpoint takes an Idempotency-Key and the client sent one. */
  named?: NamedRequest;
  /** May do nothing but set up the second factor that the operator demands. */
  lacksSecondFactor: boolean;
  canSeeMoney: boolean;
  canExport: boolean;
  /** The operator who acts in the person's name, and until when. */
  impersonation: { operatorId: number; until: Date } | null;
}

/** Finds out who holds a token; null when it is unknown, expired or revoked. */
export type Authenticate = (token: string, visitor: Visitor) => Promise<Omit<Caller, keyof Visitor | 'named'> | null>;
