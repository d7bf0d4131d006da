import { INVITED_ROLES, Invitation, MemberAccess, type TeamMember } from '@poklik/contract/team-users';
import { ACCESS_PRESETS, type AccessPreset, presetAccess, presetOf } from '@poklik/domain/team-users/access-presets';
import { canManage } from '@poklik/domain/team-users/member-access';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { CampaignScopeField } from '../../widgets/campaign-scope-field.tsx';
import { useChangeMember, useInvite } from './team-users.queries.ts';
import css from './team-users-page.module.css';

export function InviteForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('team_users');
  const { team } = useCurrentUser();
  const invite = useInvite();
  const form = useZodForm(Invitation, {
    defaultValues: {
      email: '',
      campaign_ids: team.campaign_ids,
      ...presetAccess('analyst', team),
    },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values: Invitation) => {
        await invite.mutateAsync(values);
        onDone();
      }}
    >
      <FormError />
      <TextField
        name="email"
        label={t('form.email')}
        hint={t('form.email_hint')}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
      />
      <MemberAccessFields />
      <div className={css.actions}>
        <SubmitButton>{t('form.send')}</SubmitButton>
      </div>
    </Form>
  );
}

/** An owner can't be edited here, so `OWNER` only needs a valid default. */
export function MemberAccessForm({ member, onDone }: { member: TeamMember; onDone: () => void }) {
  const { t: control } = useTranslation('select');
  const change = useChangeMember();
  const { role, campaign_ids, can_see_money, can_export, can_edit_profile } = member;
  const form = useZodForm(MemberAccess, {
    defaultValues: {
      role: role === 'OWNER' ? 'ADMIN' : role,
      campaign_ids,
      can_see_money,
      can_export,
      can_edit_profile,
    },
  });
  return (
    <Form
      form={form}
      onSubmit={async (standing: MemberAccess) => {
        await change.mutateAsync({ member, standing });
        onDone();
      }}
    >
      <FormError />
      <MemberAccessFields />
      <div className={css.actions}>
        <SubmitButton>{control('save')}</SubmitButton>
      </div>
    </Form>
  );
}

function MemberAccessFields() {
  const { t } = useTranslation('team_users');
  const { team } = useCurrentUser();
  const { control, setValue } = useFormContext<MemberAccess>();
  const role = useWatch({ control, name: 'role' });
  // Invoices and payments are financial data.
  const mustSeeMoney = role === 'BILLING';
  useEffect(() => {
    if (mustSeeMoney && team.can_see_money) setValue('can_see_money', true);
  }, [mustSeeMoney, team.can_see_money, setValue]);
  return (
    <>
      <Presets />
      <ChoiceField
        name="role"
        label={t('form.role')}
        options={INVITED_ROLES.filter((role) => canManage(team.role, role)).map((value) => ({
          value,
          label: t(`role.${value}`),
          text: t(`role.${value}_can`),
        }))}
      />
      <CampaignScopeField name="campaign_ids" />
      <fieldset className={css.switches}>
        <legend className={css.legend}>{t('form.switches')}</legend>
        {team.can_see_money && !mustSeeMoney && <CheckboxField name="can_see_money" label={t('can_see_money')} />}
        {team.can_export && <CheckboxField name="can_export" label={t('can_export')} />}
        <CheckboxField name="can_edit_profile" label={t('can_edit_profile')} />
      </fieldset>
    </>
  );
}

/** Fills in the usual access; every part of it can be changed after that. */
function Presets() {
  const { t } = useTranslation('team_users');
  const { team } = useCurrentUser();
  const { control, setValue } = useFormContext<MemberAccess>();
  const [role, can_see_money, can_export, can_edit_profile] = useWatch({
    control,
    name: ['role', 'can_see_money', 'can_export', 'can_edit_profile'],
  });
  const chosen = presetOf({ role, can_see_money, can_export, can_edit_profile }, team);
  const apply = (preset: AccessPreset) => {
    const access = presetAccess(preset, team);
    setValue('role', access.role, { shouldDirty: true });
    setValue('can_see_money', access.can_see_money);
    setValue('can_export', access.can_export);
    setValue('can_edit_profile', access.can_edit_profile);
  };
  const offered = ACCESS_PRESETS.filter((preset) => canManage(team.role, presetAccess(preset, team).role));
  return (
    <fieldset className={css.presets}>
      <legend className={css.legend}>{t('form.presets')}</legend>
      {offered.map((preset) => (
        <Button key={preset} size="sm" aria-pressed={preset === chosen} onClick={() => apply(preset)}>
          {t(`form.preset.${preset}`)}
        </Button>
      ))}
    </fieldset>
  );
}
