import type { ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { Button } from '../button.tsx';

interface SubmitButtonProps {
  children: ReactNode;
  variant?: 'primary' | 'danger';
  size?: 'md' | 'lg';
  wide?: boolean;
}

/** Always enabled, because submitting shows what is missing. Keeps its label and width while loading. */
export function SubmitButton({ children, variant = 'primary', ...look }: SubmitButtonProps) {
  const { control } = useFormContext();
  const { isSubmitting } = useFormState({ control });
  return (
    <Button type="submit" variant={variant} loading={isSubmitting} {...look}>
      {children}
    </Button>
  );
}
