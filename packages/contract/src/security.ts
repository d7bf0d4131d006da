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
    summary: 'Changes your password and ends your other sessions.',
    body: PasswordChange,
    response: Done,
    errors: ['too_many_requests'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/profile/email',
    access: 'email:write',
    summary:
      'Sends a confirmation link to a new email, which takes effect once the link is opened. The response is the same if the email is taken.',
    body: EmailChange,
    response: Done,
    errors: ['too_many_requests'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/sessions',
    access: 'security:read',
    summary: 'Lists your sessions, most recently used first.',
    response: z.object({ data: z.array(Session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/sessions/{id}',
    access: 'security:write',
    summary: 'Ends one of your sessions.',
    params: IdParams,
    response: Done,
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'security:write',
    summary: 'Ends all your other sessions.',
    response: Done,
  }),
  twoFactor: endpoint({
    method: 'GET',
    path: '/two_factor',
    access: 'security:read',
    summary: 'Returns whether two-factor authentication is on.',
    response: z.object({ data: TwoFactor }),
  }),
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/two_factor',
    access: 'security:write',
    summary: 'Creates an authenticator key. Two-factor authentication is enabled once you confirm a code.',
    body: PasswordOnly,
    status: 201,
    response: z.object({ data: AuthenticatorKey }),
    errors: ['status_conflict', 'too_many_requests'],
  }),
  confirmTwoFactor: endpoint({
    method: 'PUT',
    path: '/two_factor',
    access: 'security:write',
    summary: 'Enables two-factor authentication with a code from the new key and returns the recovery codes once.',
    body: CodeOnly,
    response: RecoveryCodes,
    errors: ['status_conflict', 'too_many_requests'],
  }),
  stopTwoFactor: endpoint({
    method: 'DELETE',
    path: '/two_factor',
    access: 'security:write',
    summary: 'Disables two-factor authentication.',
    body: PasswordAndCode,
    response: Done,
    errors: ['status_conflict', 'too_many_requests'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/two_factor/recovery_codes',
    access: 'security:write',
    summary: 'Replaces your recovery codes and returns the new ones once.',
    body: PasswordAndCode,
    status: 201,
    response: RecoveryCodes,
    errors: ['status_conflict', 'too_many_requests'],
  }),
};
