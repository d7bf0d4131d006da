import { INVITED_ROLES, Invitation, MemberAccess, type TeamMember } from '@poklik/contract/team-users';
import { canManage } from '@poklik/domain/team-users/member-access';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
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
      role: 'EDITOR',
      campaign_ids: team.campaign_ids,
      can_see_money: team.can_see_money,
      can_export: team.can_export,
      can_edit_profile: true,
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
  return (
    <>
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
        {team.can_see_money && <CheckboxField name="can_see_money" label={t('can_see_money')} />}
        {team.can_export && <CheckboxField name="can_export" label={t('can_export')} />}
        <CheckboxField name="can_edit_profile" label={t('can_edit_profile')} />
      </fieldset>
    </>
  );
}
