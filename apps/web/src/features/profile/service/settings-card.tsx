import type { SettingChanges, SettingsState } from '@poklik/contract/settings';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import css from '../profile-page.module.css';
import { CodeField } from '../security/code-field.tsx';
import { useSaveSettings } from './service.queries.ts';
import { SettingField } from './setting-field.tsx';
import { fieldsOf, type SettingGroup } from './setting-groups.ts';
import { confirmationOf, groupSchema, needsPassword, writtenValues } from './settings-form.ts';

/** What the page itself shows; it reads these when it opens. */
const IN_PAGE: readonly SettingGroup[] = ['name', 'appearance'];

interface SettingsCardProps {
  group: SettingGroup;
  state: SettingsState;
  /** Shown below the form, such as a test. */
  children?: ReactNode;
}

/** Settings that belong together, saved together. Only what was changed is sent. */
export function SettingsCard({ group, state, children }: SettingsCardProps) {
  const { t } = useTranslation('service');
  const user = useCurrentUser();
  const save = useSaveSettings();
  const [isSaved, setIsSaved] = useState(false);
  const defaults = (from: SettingsState) => ({ values: writtenValues(group, from), password: '', code: '' });
  const form = useZodForm(groupSchema(group), { defaultValues: defaults(state) });
  const dirty = Object.keys(form.formState.dirtyFields.values ?? {});

  const submit = async ({ values, ...confirmation }: { values: object; password: string; code: string }) => {
    const changed = Object.entries(values).filter(([key]) => dirty.includes(key));
    if (changed.length === 0) return;
    const body = { version: state.version, values: Object.fromEntries(changed) as Partial<SettingChanges> };
    const saved = await save.mutateAsync({ ...body, ...confirmationOf(confirmation) });
    form.reset(defaults(saved.data));
    setIsSaved(true);
  };

  return (
    <section className={css.card} aria-labelledby={`${group}-heading`}>
      <div className={css.head}>
        <h2 id={`${group}-heading`} className={css.heading}>
          {t(`group.${group}.title`)}
        </h2>
        <span role="status" className={css.saved}>
          {isSaved && dirty.length === 0 && t('saved')}
        </span>
      </div>
      <div className={css.stack}>
        <p className={css.text}>{t(`group.${group}.text`)}</p>
        <Form form={form} onSubmit={submit}>
          <FormError />
          <div className={css.fields}>
            {fieldsOf(group).map(([key, kind]) => (
              <SettingField
                key={key}
                name={key}
                kind={kind}
                state={state}
                onUndone={(undone) => form.reset(defaults(undone))}
              />
            ))}
          </div>
          {needsPassword(dirty) && (
            <div className={css.narrow}>
              <PasswordField name="password" label={t('password')} autoComplete="current-password" />
              {user.totp_enabled && <CodeField label={t('code')} hint={t('code_hint')} />}
            </div>
          )}
          <div className={css.actions}>
            <SubmitButton>{t('save')}</SubmitButton>
          </div>
        </Form>
        {isSaved && IN_PAGE.includes(group) && (
          <Banner kind="info">
            {t('reload_text')} <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
          </Banner>
        )}
        {children}
      </div>
    </section>
  );
}
