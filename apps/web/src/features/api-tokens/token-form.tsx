import { ApiTokenForm, TOKEN_LIFETIMES, TOKEN_PRESETS } from '@poklik/contract/api-tokens';
import { newApiToken } from '@poklik/domain/api-tokens/token-form';
import { grantableScopes } from '@poklik/domain/auth/role-permissions';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { FieldErrorText } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useField } from '../../ui/form/use-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { CampaignScopeField } from '../../widgets/campaign-scope-field.tsx';
import { useCreateToken } from './api-tokens.queries.ts';
import css from './api-tokens-page.module.css';

/** Creates a token and passes on its secret. */
export function TokenForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const { t } = useTranslation('api');
  const { permissions } = useCurrentUser();
  const create = useCreateToken();
  const form = useZodForm(ApiTokenForm, {
    defaultValues: { name: '', preset: 'read', scopes: [], campaign_ids: null, ip_allow_list: '', expires_at: '90' },
  });
  const [preset, life] = useWatch({ control: form.control, name: ['preset', 'expires_at'] });
  const allowed = grantableScopes(permissions);

  const submit = async (values: ApiTokenForm) => {
    const { data } = await create.mutateAsync(newApiToken(values, allowed, Date.now()));
    onCreated(data.token);
  };

  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <TextField name="name" label={t('form.name')} hint={t('form.name_hint')} autoComplete="off" data-autofocus />
      <ChoiceField
        name="preset"
        label={t('form.preset')}
        options={TOKEN_PRESETS.map((value) => ({
          value,
          label: t(`preset.${value}`),
          text: t(`preset.${value}_text`),
        }))}
      />
      {preset === 'custom' && <Scopes allowed={allowed} />}
      <CampaignScopeField name="campaign_ids" />
      <TextareaField
        name="ip_allow_list"
        label={t('form.ips')}
        hint={t('form.ips_hint')}
        rows={2}
        spellCheck={false}
        autoComplete="off"
      />
      <SelectField
        name="expires_at"
        label={t('form.life')}
        options={TOKEN_LIFETIMES.map((value) => ({ value, label: t(`life.${value}`) }))}
      />
      {life === 'never' && <Banner kind="warning">{t('form.never_warning')}</Banner>}
      <DialogActions>
        <SubmitButton>{t('create')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

function Scopes({ allowed }: { allowed: readonly string[] }) {
  const { t } = useTranslation('api');
  const { id, error, registration } = useField('scopes');
  return (
    <fieldset className={css.scopes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>{t('column.scopes')}</legend>
      {allowed.map((scope) => (
        <label key={scope} className={css.scope}>
          <input {...registration} type="checkbox" value={scope} />
          <span>
            {t(`scope.${scope.replace(':', '_')}`)} <code className={css.code}>{scope}</code>
          </span>
        </label>
      ))}
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}
