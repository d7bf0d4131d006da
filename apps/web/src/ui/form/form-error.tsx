import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../banner.tsx';
import { type ProblemError, problemText } from './field-problem.ts';

/** Error of the form as a whole. */
export function FormError() {
  const { t } = useTranslation('errors');
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  if (!errors.root?.type) return null;
  return (
    <Banner kind="danger" role="alert">
      {problemText(errors.root as ProblemError, t)}
    </Banner>
  );
}
