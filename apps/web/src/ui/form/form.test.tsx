import { type Registration, RegistrationWithTerms } from '@poklik/contract/auth';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';

import { describe, expect, it } from 'vitest';
import { renderAt } from '../../testing/render.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';
import { TextareaField } from './textarea-field.tsx';
import { useZodForm } from './use-zod-form.ts';

type Sent = (values: Registration) => unknown;

function SignUpForm({ onSubmit }: { onSubmit: Sent }) {
  const form = useZodForm(RegistrationWithTerms, {
    defaultValues: { email: '', password: '', password_confirmation: '', name: '' },
  });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <FormError />
      <TextField name="email" label="Email" />
      <TextField name="password" label="Password" />
      <TextField name="password_confirmation" label="Again" />
      <TextareaField name="name" label="Name" limit={50} />
      <CheckboxField name="accept_terms" label="Agreed" />
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
}

const EMAIL_PROBLEM = 'Enter an email like name@example.com';
const REQUIRED = 'This field is required';

async function open(onSubmit: Sent = () => {}) {
  await renderAt(<SignUpForm onSubmit={onSubmit} />, { language: 'en' });
  return { user: userEvent.setup({ delay: null }), email: screen.getByLabelText('Email') };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'anna@example.com');
  await user.type(screen.getByLabelText('Password'), 'a few words');
  await user.type(screen.getByLabelText('Again'), 'a few words');
  await user.click(screen.getByLabelText('Agreed'));
}

describe('form', () => {
  it('shows no error while a field is typed in for the first time', async () => {
    const { user, email } = await open();
    await user.type(email, 'anna@');
    expect(screen.queryByText(EMAIL_PROBLEM)).not.toBeInTheDocument();
  });

  it('validates a filled field on blur and clears the error on the keystroke that fixes it', async () => {
    const { user, email } = await open();
    await user.type(email, 'anna@example');
    await user.tab();
    expect(await screen.findByText(EMAIL_PROBLEM)).toBeVisible();
    expect(email).toHaveAttribute('aria-invalid', 'true');
    expect(email).toHaveAccessibleDescription(EMAIL_PROBLEM);
    await user.type(email, '.co');
    await waitFor(() => expect(screen.queryByText(EMAIL_PROBLEM)).not.toBeInTheDocument());
    expect(email).not.toHaveAttribute('aria-invalid');
  });

  it('shows no error for a field left empty', async () => {
    const { user, email } = await open();
    await user.click(email);
    await user.tab();
    await user.tab();
    expect(screen.queryByText(REQUIRED)).not.toBeInTheDocument();
  });

  it('marks every empty field on submit, focuses the first and announces the count', async () => {
    const { user, email } = await open();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findAllByText(REQUIRED)).toHaveLength(2);
    expect(screen.getByText('Accept the terms to continue')).toBeVisible();
    expect(email).toHaveFocus();
    expect(screen.getByRole('status')).toHaveTextContent('3 fields need your attention');
  });

  it('translates errors when the language changes', async () => {
    const { user, email } = await open();
    await user.type(email, 'anna');
    await user.tab();
    await screen.findByText(EMAIL_PROBLEM);
    await act(() => i18next.changeLanguage('uk'));
    expect(screen.getByText('Введіть e-mail, наприклад name@example.com')).toBeVisible();
  });

  it('sends the parsed values only once, however often the button is pressed', async () => {
    const sent: unknown[] = [];
    let done = () => {};
    const { user } = await open((values) => {
      sent.push(values);
      return new Promise<void>((resolve) => {
        done = resolve;
      });
    });
    await fill(user);
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), ' Anna@Example.com ');
    const button = screen.getByRole('button', { name: 'Send' });
    await user.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveTextContent('Send');
    await user.click(button);
    await user.type(screen.getByLabelText('Again'), '{Enter}');
    await act(async () => done());
    expect(sent).toEqual([
      {
        email: 'anna@example.com',
        password: 'a few words',
        password_confirmation: 'a few words',
        name: '',
        accept_terms: true,
      },
    ]);
  });

  it('shows server errors under their fields, others above the form, and keeps the input', async () => {
    const { user, email } = await open(() => {
      throw Object.assign(new Error('Check the highlighted fields.'), {
        fields: { email: ['This address is taken'], locale: ['No such language'] },
      });
    });
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('This address is taken')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('No such language');
    expect(email).toHaveFocus();
    expect(email).toHaveValue('anna@example.com');

    await user.type(screen.getByLabelText('Name'), 'Anna');
    expect(screen.getByText('This address is taken')).toBeVisible();
    await user.type(email, 'x');
    await waitFor(() => expect(screen.queryByText('This address is taken')).not.toBeInTheDocument());
  });

  it('shows an error without a field above the form', async () => {
    const { user } = await open(() => {
      throw new Error('Unknown Server Error');
    });
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Unknown Server Error');
  });

  it('clears the error of one field when another field fixes it', async () => {
    const { user } = await open();
    await fill(user);
    await user.type(screen.getByLabelText('Again'), '!');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Passwords don’t match')).toBeVisible();
    await user.type(screen.getByLabelText('Password'), '!');
    await waitFor(() => expect(screen.queryByText('Passwords don’t match')).not.toBeInTheDocument());
  });

  it('shows the character count from 80% of the limit', async () => {
    const { user } = await open();
    const text = screen.getByLabelText('Name');
    await user.type(text, 'x'.repeat(39));
    expect(screen.queryByText('39 / 50')).not.toBeInTheDocument();
    await user.type(text, 'x');
    expect(screen.getByText('40 / 50')).toBeVisible();
  });
});
