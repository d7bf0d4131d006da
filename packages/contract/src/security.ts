import * as z from 'zod/mini';
import { NewPassword, OneTimeCode, OwnPassword, passwordsMatch } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Done, Email, Id, IdParams, Timestamp } from './fields.ts';

export const RECOVERY_CODES = 10;

/** A browser session of the user. */
export const Session = z.object({
  id: Id,
  /** Browser and system. */
  device: z.string(),
  ip: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  /** The session of this request. */
  is_current: z.boolean(),
  /** An impersonation session of the operator. */
  is_operator: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const PasswordChange = z
  .object({ current_password: OwnPassword, password: NewPassword, password_confirmation: z.string() })
  .check(passwordsMatch);
export type PasswordChange = z.infer<typeof PasswordChange>;

export const EMAIL_LINK_MINUTES = 60;

/** Result of opening the link sent to a new email address. */
export const EMAIL_OUTCOMES = ['changed', 'expired', 'invalid'] as const;
export type EmailOutcome = (typeof EMAIL_OUTCOMES)[number];

export const EmailChange = z.object({
  email: Email,
  password: OwnPassword,
  /** Required when two-factor authentication is on. */
  code: z.optional(OneTimeCode),
});
export type EmailChange = z.infer<typeof EmailChange>;

export const TwoFactor = z.object({
  enabled_at: z.nullable(Timestamp),
  recovery_codes_left: z.int(),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

/** The authenticator key, as text and as an otpauth URL. */
export const AuthenticatorKey = z.object({ secret: z.string(), uri: z.string() });
export type AuthenticatorKey = z.infer<typeof AuthenticatorKey>;

export const PasswordOnly = z.object({ password: OwnPassword });
export const CodeOnly = z.object({ code: OneTimeCode });
export const PasswordAndCode = z.object({ password: OwnPassword, code: OneTimeCode });
export type PasswordAndCode = z.infer<typeof PasswordAndCode>;

const RecoveryCodes = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) });

export const securityApi = {
  changePassword: endpoint({
    method: 'PUT',
    path: '/profile/password',
    access: 'security:write',
    summary: 'Sets a new password and ends every other session of the caller.',
    body: PasswordChange,
    response: Done,
    errors: ['too_many_requests'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/profile/email',
    access: 'email:write',
    summary:
      'Sends a letter to a new address, which counts once its link is opened. The answer is the same for one that is taken.',
    body: EmailChange,
    response: Done,
    errors: ['too_many_requests'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/sessions',
    access: 'security:read',
    summary: 'Where the caller is signed in, last used first.',
    response: z.object({ data: z.array(Session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/sessions/{id}',
    access: 'security:write',
    summary: 'Signs the caller out in one place.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'security:write',
    summary: 'Signs the caller out everywhere else.',
    response: Done,
  }),
  twoFactor: endpoint({
    method: 'GET',
    path: '/two_factor',
    access: 'security:read',
    summary: 'Whether signing in asks the caller for a one-time code.',
    response: z.object({ data: TwoFactor }),
  }),
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/two_factor',
    access: 'security:write',
    summary: 'Makes a key for an authenticator. It counts once a code of it has come back.',
    body: PasswordOnly,
    status: 201,
    response: z.object({ data: AuthenticatorKey }),
    errors: ['status_conflict', 'too_many_requests'],
  }),
  confirmTwoFactor: endpoint({
    method: 'PUT',
    path: '/two_factor',
    access: 'security:write',
    summary: 'Turns two-factor sign-in on by a code of the new key; answers with the recovery codes, once.',
    body: CodeOnly,
    response: RecoveryCodes,
    errors: ['status_conflict', 'too_many_requests'],
  }),
  stopTwoFactor: endpoint({
    method: 'DELETE',
    path: '/two_factor',
    access: 'security:write',
    summary: 'Turns two-factor sign-in off.',
    body: PasswordAndCode,
    response: Done,
    errors: ['status_conflict', 'too_many_requests'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/two_factor/recovery_codes',
    access: 'security:write',
    summary: 'Replaces the recovery codes; answers with the new ones, once.',
    body: PasswordAndCode,
    status: 201,
    response: RecoveryCodes,
    errors: ['status_conflict', 'too_many_requests'],
  }),
};
