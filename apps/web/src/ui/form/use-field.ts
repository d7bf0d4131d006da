import { useId } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type ProblemError, problemText, SERVER_PROBLEM } from './field-problem.ts';
import { pointerReleased } from './pointer-released.ts';

/**
 * Binds a control to its form and decides when it is validated: not while it is first typed in, on blur if it is
 * filled, and on every keystroke while it is invalid, so that a fixed error disappears at once. Empty fields are
 * checked only on submit.
 */
export function useField(name: string, reading: Pick<RegisterOptions, 'setValueAs'> = {}) {
  const form = useFormContext();
  const { t } = useTranslation('errors');
  const { errors } = useFormState({ control: form.control });
  const error: ProblemError | undefined = get(errors, name);
  const id = useId();
  return {
    id,
    form,
    errors,
    error: error && problemText(error, t),
    /** The error key, if the form itself found the error. */
    reason: error?.type,
    registration: form.register(name, {
      ...reading,
      onChange: () => void recheck(form, errors, name),
      onBlur: () => void checkOnLeave(form, name),
    }),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (typeof value === 'string' && value.trim() === '');

export async function checkOnLeave(form: UseFormReturn, name: string): Promise<void> {
  const isRefusedByServer = () => form.getFieldState(name).error?.type === SERVER_PROBLEM;
  if (isEmpty(form.getValues(name)) || isRefusedByServer()) return;
  // An error that appears now would move the element being clicked.
  await pointerReleased();
  // An error that the server returned meanwhile takes precedence.
  if (!isRefusedByServer()) await form.trigger(name);
}

/** Validates every invalid field again, because fixing one may fix another, such as the repeated password. */
export async function recheck(form: UseFormReturn, errors: FieldErrors, changed: string): Promise<void> {
  const refused = refusedFields(errors).filter(
    (name) => name === changed || form.getFieldState(name).error?.type !== SERVER_PROBLEM,
  );
  if (refused.length === 0) return;
  await form.trigger(refused);
  if (refused.includes(changed) && isEmpty(form.getValues(changed))) form.clearErrors(changed);
}

const isError = (node: unknown): node is ProblemError =>
  typeof node === 'object' && node !== null && typeof (node as ProblemError).type === 'string';

/** Dotted names of all fields with an error, at any depth. */
export function refusedFields(errors: FieldErrors<FieldValues>, prefix = ''): string[] {
  return Object.entries(errors).flatMap(([key, node]) => {
    if (prefix === '' && key === 'root') return [];
    if (isError(node)) return [`${prefix}${key}`];
    return typeof node === 'object' && node !== null ? refusedFields(node as FieldErrors, `${prefix}${key}.`) : [];
  });
}
