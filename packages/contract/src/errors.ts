import * as z from 'zod/mini';

/** Every error a client can see, with its HTTP status. The code is also the key of its text in the `errors` locale files. */
export const ERROR_STATUS = {
  malformed_request: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  two_factor_needed: 401,
  forbidden: 403,
  account_blocked: 403,
  impersonation_refused: 403,
  ip_not_allowed: 403,
  sign_up_closed: 403,
  own_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  tariff_limit_reached: 409,
  feature_not_in_tariff: 409,
  own_user: 409,
  last_super_admin: 409,
  team_member: 409,
  role_out_of_reach: 409,
  address_has_account: 409,
  email_not_verified: 409,
  token_limit_reached: 409,
  balance_too_low: 409,
  tariff_in_use: 409,
  withdrawal_open: 409,
  payout_missing: 409,
  payout_resting: 409,
  status_conflict: 409,
  second_approver_needed: 409,
  tariff_is_current: 409,
  coupon_refused: 409,
  card_needed: 409,
  invoice_not_open: 409,
  refund_too_large: 409,
  refund_not_possible: 409,
  e_invoice_incomplete: 409,
  version_conflict: 409,
  domain_exists: 409,
  domain_in_use: 409,
  domain_not_active: 409,
  domains_off: 409,
  alias_taken: 409,
  name_taken: 409,
  in_use: 409,
  limit_reached: 409,
  already_undone: 409,
  set_by_environment: 409,
  mail_server_missing: 409,
  acceptance_needed: 409,
  request_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  idempotency_key_reused: 422,
  card_payments_off: 409,
  signature_refused: 400,
  domain_invalid: 422,
  domain_reserved: 422,
  alias_reserved: 422,
  link_invalid: 422,
  link_expired: 422,
  too_many_requests: 429,
  export_in_progress: 429,
  too_many_streams: 429,
  internal: 500,
  provider_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const ErrorBody = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Why a field is invalid: a key of `errors.field` in the locale files, and its values. */
export interface FieldProblem {
  key: string;
  values?: Record<string, string | number>;
}

export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: {
      fields?: Record<string, FieldProblem[]>;
      /** Values for the error text. */
      values?: Record<string, string | number>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(code);
  }
}

/** Rejects one field of a request. */
export const invalidField = (field: string, problem: FieldProblem | FieldProblem['key']): AppError =>
  new AppError('invalid_request', { fields: { [field]: [typeof problem === 'string' ? { key: problem } : problem] } });
