import { Credentials } from '@poklik/contract/auth';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { Form } from './form.tsx';
import { PasswordField } from './password-field.tsx';
import { useZodForm } from './use-zod-form.ts';

function SecretForm() {
  const form = useZodForm(Credentials, { defaultValues: { email: '', password: '' } });
  return (
    <Form form={form} onSubmit={() => {}}>
      <PasswordField name="password" label="Secret" autoComplete="current-password" />
    </Form>
  );
}

describe('password field', () => {
  it('shows and hides the password', async () => {
    await renderAt(<SecretForm />, { language: 'en' });
    const user = userEvent.setup({ delay: null });
    const input = screen.getByLabelText('Secret');
    expect(input).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input).toHaveAttribute('type', 'password');
  });

  it.each([
    ['ua', 'Caps Lock включено'],
    ['ru', 'Caps Lock включено'],
    ['en', 'Caps Lock is on'],
  ] as const)('warns about Caps Lock with the fixed text for %s', async (language, warning) => {
    await renderAt(<SecretForm />, { language });
    const input = screen.getByLabelText('Secret');
    fireEvent.keyDown(input, { key: 'A', modifierCapsLock: true });
    expect(screen.getByText(warning)).toBeVisible();
    fireEvent.keyUp(input, { key: 'CapsLock', modifierCapsLock: false });
    expect(screen.queryByText(warning)).not.toBeInTheDocument();
  });
});
