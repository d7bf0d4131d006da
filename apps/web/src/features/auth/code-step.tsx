import { CodeOnly } from '@poklik/contract/security';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { AuthCard } from './auth-card.tsx';

interface CodeStepProps {
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
}

/** Two-factor step: an authenticator code, or a recovery code. */
export function CodeStep({ onCode, onBack }: CodeStepProps) {
  const { t } = useTranslation('auth');
  const form = useZodForm(CodeOnly, { defaultValues: { code: '' } });
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  // The focus follows from the button of the previous step.
  useEffect(() => form.setFocus('code'), [form]);

  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    form.reset();
    form.setFocus('code');
  };

  return (
    <AuthCard
      title={t('code.title')}
      text={t(`code.${kind}_text`)}
      links={
        <>
          <Button variant="ghost" size="sm" onClick={change}>
            {t(kind === 'app' ? 'code.use_recovery' : 'code.use_app')}
          </Button>
          <Button variant="ghost" size="sm" onClick={onBack}>
            {t('code.back')}
          </Button>
        </>
      }
    >
      <Form form={form} onSubmit={({ code }) => onCode(code)}>
        <FormError />
        <TextField
          name="code"
          label={t(`code.${kind}`)}
          autoComplete="one-time-code"
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton size="lg" wide>
          {t('login.submit')}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
