import { type Profile, ProfileChanges } from '@poklik/contract/profile';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { UnsavedDialog } from '../../ui/form/unsaved/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved/use-unsaved-guard.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSaveProfile } from './profile.queries.ts';
import css from './profile-page.module.css';

const valuesOf = ({ name, phone, company, messenger }: Profile) => ({
  name,
  phone: phone ?? '',
  company: company ?? '',
  messenger: messenger ?? '',
});

/** An empty field clears the value. */
const orNull = (text: string | null | undefined): string | null => text || null;

export function PersonalForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const save = useSaveProfile();
  const form = useZodForm(ProfileChanges, { defaultValues: valuesOf(profile) });
  const { isDirty } = form.formState;

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

  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      {!profile.can_edit_profile && <Banner kind="info">{t('locked')}</Banner>}
      <fieldset className={css.fields} disabled={!profile.can_edit_profile}>
        <TextField name="name" label={t('name')} autoComplete="name" />
        <TextField name="company" label={t('company')} autoComplete="organization" />
        <TextField name="phone" label={t('phone')} type="tel" autoComplete="tel" />
        <TextField name="messenger" label={t('messenger')} hint={t('messenger_hint')} autoComplete="off" />
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
