import { LANGUAGES } from '@poklik/contract/language';
import { type Profile, ProfileChanges } from '@poklik/contract/profile';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { timeZoneChoices } from '../../format/time-zones.ts';
import { LANGUAGE_LABELS, pathInLanguage } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { UnsavedDialog } from '../../ui/form/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast.ts';
import { useSaveProfile } from './profile.queries.ts';
import css from './profile-page.module.css';

const valuesOf = ({ name, phone, company, messenger, locale, timezone }: Profile) => ({
  name,
  phone: phone ?? '',
  company: company ?? '',
  messenger: messenger ?? '',
  locale,
  timezone,
});

/** An emptied field is a value taken back. */
const orNull = (text: string | null | undefined): string | null => text || null;

export function PersonalForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const save = useSaveProfile();
  const form = useZodForm(ProfileChanges, { defaultValues: valuesOf(profile) });
  const { isDirty } = form.formState;
  const zones = useMemo(() => timeZoneChoices(profile.timezone, new Date()), [profile.timezone]);

  const submit = async (values: ProfileChanges) => {
    const saved = await save({
      ...values,
      phone: orNull(values.phone),
      company: orNull(values.company),
      messenger: orNull(values.messenger),
    });
    form.reset(valuesOf(saved));
    toast(t('saved'));
  };

  const guard = useUnsavedGuard({
    dirty: isDirty,
    save: async () => {
      let saved = false;
      await form.handleSubmit(async (values) => {
        await submit(values);
        saved = true;
      })();
      return saved;
    },
  });
  useLanguageOfProfile(profile, isDirty);

  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      {!profile.can_edit_profile && <Banner kind="info">{t('locked')}</Banner>}
      <fieldset className={css.fields} disabled={!profile.can_edit_profile}>
        <TextField name="name" label={t('name')} autoComplete="name" />
        <TextField name="company" label={t('company')} autoComplete="organization" />
        <TextField name="phone" label={t('phone')} type="tel" autoComplete="tel" />
        <TextField name="messenger" label={t('messenger')} hint={t('messenger_hint')} autoComplete="off" />
        <SelectField
          name="locale"
          label={t('language')}
          hint={t('language_hint')}
          options={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_LABELS[code] }))}
          disabled={!profile.can_edit_profile}
        />
        <SelectField
          name="timezone"
          label={t('timezone')}
          hint={t('timezone_hint')}
          searchable
          options={zones}
          disabled={!profile.can_edit_profile}
        />
      </fieldset>
      {profile.can_edit_profile && (
        <div className={css.actions}>
          <SubmitButton>{t('save')}</SubmitButton>
          <span role="status" className={css.unsaved}>
            {isDirty && t('unsaved')}
          </span>
        </div>
      )}
      <UnsavedDialog guard={guard} />
    </Form>
  );
}

/** A language newly chosen in the profile is shown at once, when nothing unsaved would be asked about. */
function useLanguageOfProfile({ locale }: Profile, isDirty: boolean): void {
  const language = useLanguage();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [shown, setShown] = useState(locale);

  useEffect(() => {
    if (isDirty || shown === locale) return;
    setShown(locale);
    if (locale !== language) void navigate({ pathname: pathInLanguage(pathname, locale), search, hash });
  }, [isDirty, shown, locale, language, navigate, pathname, search, hash]);
}
