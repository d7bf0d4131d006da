import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Email, line } from './fields.ts';
import { TeamRole } from './roles.ts';

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
export const RESET_LINK_MINUTES = 60;

export const NewPassword = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX));
/** The password again, for actions that a stolen session must not be able to do. */
export const OwnPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX));
/** Six digits from an authenticator, or a recovery code. Spaces are ignored. */
export const OneTimeCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(32));
/** Long enough for every token we send in a link. */
const LinkToken = z.string().check(z.minLength(1), z.maxLength(128));
export const ReferralCode = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{4,32}$/));

export const passwordsMatch = z.refine<{ password: string; password_confirmation: string }>(
  (body) => body.password === body.password_confirmation,
  {
    path: ['password_confirmation'],
    error: 'passwords_differ',
    // Reported together with the other problems, not only after they are fixed.
    when: ({ value }) => hasPasswordPair(value),
  },
);

const hasPasswordPair = (value: unknown): boolean => {
  const pair = value as { password?: unknown; password_confirmation?: unknown };
  return typeof pair?.password === 'string' && typeof pair.password_confirmation === 'string';
};

export const Credentials = z.object({
  email: Email,
  password: OwnPassword,
  /** Required when two-factor authentication is on. */
  code: z.optional(OneTimeCode),
});
export type Credentials = z.infer<typeof Credentials>;

export const LoginResult = z.object({ token: z.string() });

export const SignUpPolicy = z.enum(['open', 'invite', 'domains', 'closed']);
export type SignUpPolicy = z.infer<typeof SignUpPolicy>;

/** What a user accepts when signing up. */
export const Terms = z.object({
  url: z.string(),
  privacy_url: z.nullable(z.string()),
  /** Stored with the user next to the time of acceptance. */
  version: z.string(),
});
export type Terms = z.infer<typeof Terms>;

/** What the registration screen needs before the user types. */
export const SignUpRules = z.object({
  policy: SignUpPolicy,
  domains: z.array(z.string()),
  password: z.object({ min_length: z.int(), max_length: z.int() }),
  referrer: z.nullable(z.object({ name: z.string() })),
  /** The token is the one-time link that creates the operator. */
  setup: z.boolean(),
  /** The token is a team invitation that can be accepted. */
  invitation: z.nullable(z.object({ email: z.string(), role: TeamRole, owner: z.string() })),
  /** Null when the operator has no terms to accept. */
  terms: z.nullable(Terms),
});
export type SignUpRules = z.infer<typeof SignUpRules>;

const registration = {
  email: Email,
  password: NewPassword,
  password_confirmation: z.string(),
  name: z.optional(line(0, 100)),
  ref: z.optional(ReferralCode),
  setup_token: z.optional(LinkToken),
  /** For a team invitation; the email must be the invited one. */
  invite_token: z.optional(LinkToken),
  timezone: z.optional(z.string().check(z.maxLength(64))),
};

/** Whether terms must be accepted depends on the operator, see `SignUpRules`. */
export const Registration = z.object({ ...registration, accept_terms: z.optional(z.boolean()) }).check(passwordsMatch);
export type Registration = z.infer<typeof Registration>;

/** Required when the operator has terms. */
export const RegistrationWithTerms = z
  .object({ ...registration, accept_terms: z.literal(true, { error: 'terms_not_accepted' }) })
  .check(passwordsMatch);

/** What `/restore-password/{response}` shows: the result of a password reset, or which other link is no longer valid. */
export const RESTORE_RESPONSES = [
  'success',
  'expired',
  'invalid',
  'email-expired',
  'email-invalid',
  'invitation-invalid',
] as const;
export type RestoreResponse = (typeof RESTORE_RESPONSES)[number];

export const EmailOnly = z.object({ email: Email });

export const PasswordReset = z
  .object({ email: Email, token: LinkToken, password: NewPassword, password_confirmation: z.string() })
  .check(passwordsMatch);
export type PasswordReset = z.infer<typeof PasswordReset>;

export const authApi = {
  login: endpoint({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary:
      'Logs in with email and password and returns a token. If two-factor authentication is on, include the code.',
    body: Credentials,
    response: LoginResult,
    errors: ['wrong_credentials', 'two_factor_needed', 'account_blocked', 'too_many_requests'],
  }),
  signUpRules: endpoint({
    method: 'GET',
    path: '/register',
    access: 'public',
    summary: 'Returns the sign-up policy, the password rules and the name of the referrer.',
    query: z.object({
      ref: z.optional(line(0, 64)),
      setup: z.optional(z.string().check(z.maxLength(128))),
      invite: z.optional(z.string().check(z.maxLength(128))),
    }),
    response: z.object({ data: SignUpRules }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/register',
    access: 'public',
    summary:
      'Creates an account and sends a verification email. The response is the same if the email is already registered.',
    body: Registration,
    status: 201,
    response: z.object({ message: z.string(), data: z.object({ email: z.string() }) }),
    errors: ['sign_up_closed', 'address_has_account', 'link_invalid', 'too_many_requests'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'session',
    summary: 'Logs out the current session.',
    response: Done,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/password/forgot',
    access: 'public',
    summary: 'Sends a password reset link. The response is the same if the email isn’t registered.',
    body: EmailOnly,
    response: Done,
    errors: ['too_many_requests'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/password/reset',
    access: 'public',
    summary: 'Sets a new password with the token from a reset link and ends all sessions.',
    body: PasswordReset,
    response: Done,
    errors: ['link_invalid', 'link_expired', 'too_many_requests'],
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/email/verify/resend',
    access: 'public',
    summary: 'Resends the verification email. The response is the same if the email is unknown or already verified.',
    body: EmailOnly,
    response: Done,
    errors: ['too_many_requests'],
  }),
  verifyEmail: endpoint({
    method: 'GET',
    path: '/email/verify/{id}/{hash}',
    access: 'public',
    summary: 'Target of the link in a verification email. Redirects to the app.',
    params: z.object({ id: z.string().check(z.maxLength(32)), hash: LinkToken }),
    kind: 'redirect',
    response: z.string(),
  }),
  confirmEmail: endpoint({
    method: 'GET',
    path: '/email/change/{id}/{hash}',
    access: 'public',
    summary: 'Target of the link sent to a new email. Makes it the account’s email and redirects to the app.',
    params: z.object({ id: z.string().check(z.maxLength(32)), hash: LinkToken }),
    kind: 'redirect',
    response: z.string(),
  }),
};
