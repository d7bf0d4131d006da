import { PASSWORD_MAX, PASSWORD_MIN } from '@poklik/contract/auth';
import type { FieldProblem } from '@poklik/contract/errors';

export interface PasswordCandidate {
  password: string;
  email: string;
  /** In the list of common passwords. */
  isCommon: boolean;
}

/**
 * Why a new password is rejected. Only length and guessability count, because character rules make passwords weaker.
 */
export function passwordProblems({ password, email, isCommon }: PasswordCandidate): FieldProblem[] {
  const problems: FieldProblem[] = [];
  // Counts code points, as the contract does.
  const length = [...password].length;
  if (length < PASSWORD_MIN) problems.push({ key: 'too_short', values: { min: PASSWORD_MIN } });
  if (length > PASSWORD_MAX) problems.push({ key: 'too_long', values: { max: PASSWORD_MAX } });
  if (isCommon) problems.push({ key: 'password_common' });
  if (resemblesEmail(password, email)) problems.push({ key: 'password_is_email' });
  return problems;
}

/** The email, its local part, or either of them reversed. */
export function resemblesEmail(password: string, email: string): boolean {
  const address = email.trim().toLowerCase();
  if (address === '') return false;
  const [name = ''] = address.split('@');
  const typed = password.toLowerCase();
  const backwards = [...typed].reverse().join('');
  return [typed, backwards].some((text) => text === address || (name !== '' && text === name));
}
