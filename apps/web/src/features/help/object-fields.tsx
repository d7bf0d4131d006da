import { HELP_OBJECT_KINDS, type HelpObjectKind } from '@poklik/contract/help';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../../widgets/use-campaign-options.ts';
import { useOwnInvoices } from './help.queries.ts';

/** What the request is about: nothing in particular, or one thing that the user can see. */
export function ObjectFields() {
  const { t } = useTranslation('help');
  const user = useCurrentUser();
  const { setValue, clearErrors } = useFormContext();
  const about = useWatch({ name: 'about' }) as HelpObjectKind | 'nothing';
  const kinds = HELP_OBJECT_KINDS.filter((kind) => kind !== 'invoice' || hasPermission(user, 'billing:read'));
  return (
    <>
      <SelectField
        name="about"
        label={t('about.label')}
        options={(['nothing', ...kinds] as const).map((kind) => ({ value: kind, label: t(`about.${kind}`) }))}
        onPick={() => {
          setValue('object', '');
          clearErrors('object');
        }}
      />
      {about === 'campaign' && <CampaignField />}
      {about === 'click' && <TextField name="object" label={t('click_id')} autoComplete="off" spellCheck={false} />}
      {about === 'invoice' && <InvoiceField />}
    </>
  );
}

function CampaignField() {
  const { t } = useTranslation('help');
  const chosen = useWatch({ name: 'object' }) as string;
  const { options, onSearch } = useCampaignOptions(chosen === '' ? ALL_CAMPAIGNS : chosen);
  return (
    <SelectField
      name="object"
      label={t('about.campaign')}
      options={options.filter(({ value }) => value !== ALL_CAMPAIGNS)}
      searchable
      onSearch={onSearch}
      placeholder={t('choose_campaign')}
    />
  );
}

function InvoiceField() {
  const { t } = useTranslation('help');
  const { data = [] } = useOwnInvoices(true);
  return (
    <SelectField
      name="object"
      label={t('about.invoice')}
      options={data.map(({ id, number }) => ({ value: String(id), label: number }))}
      searchable
      placeholder={t('choose_invoice')}
    />
  );
}
