import type { ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  variant?: 'primary' | 'danger';
  size?: 'md' | 'lg';
  wide?: boolean;
}

/** Always enabled: a press shows what is missing. While the form is on its way it keeps its label and width. */
export function SubmitButton({ children, variant = 'primary', ...look }: SubmitButtonProps) {
  const { control } = useFormContext();
  const { isSubmitting } = useFormState({ control });
  return (
    <Button type="submit" variant={variant} loading={isSubmitting} {...look}>
      {children}
    </Button>
  );
}
