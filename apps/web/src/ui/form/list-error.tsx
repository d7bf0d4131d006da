import { get, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldErrorText } from './field.tsx';
import { type ProblemError, problemText } from './field-problem.ts';

/** Error of a list as a whole, such as an empty one. */
export function ListError({ name }: { name: string }) {
  const { t } = useTranslation('errors');
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const error: ProblemError | undefined = get(errors, name);
  if (typeof error?.type !== 'string') return null;
  return <FieldErrorText id={`${name}-error`}>{problemText(error, t)}</FieldErrorText>;
}
