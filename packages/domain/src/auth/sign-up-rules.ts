import type { SignUpPolicy } from '@poklik/contract/auth';
import type { ErrorCode, FieldProblem } from '@poklik/contract/errors';

export interface SignUpAttempt {
  email: string;
  /** The referral code is valid. */
  isReferred: boolean;
}

export type SignUpRejection = { code: ErrorCode } | { field: 'email'; problem: FieldProblem };

/** Why the sign-up policy rejects this user; null when it doesn't. */
export function signUpRejection(
  policy: SignUpPolicy,
  domains: readonly string[],
  attempt: SignUpAttempt,
): SignUpRejection | null {
  switch (policy) {
    case 'open':
      return null;
    case 'invite':
      return attempt.isReferred ? null : { code: 'sign_up_closed' };
    case 'domains':
      return domains.includes(attempt.email.split('@')[1] ?? '')
        ? null
        : { field: 'email', problem: { key: 'email_domain', values: { domains: domains.join(', ') } } };
    case 'closed':
      return { code: 'sign_up_closed' };
  }
}
