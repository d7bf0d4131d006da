import type { CampaignOptions } from '@poklik/contract/campaign-options';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Select } from '../../../ui/choice/select.tsx';
import { describedBy, Field } from '../../../ui/form/field.tsx';
import { recheck, useField } from '../../../ui/form/use-field.ts';
import css from './sections/fields.module.css';

type Domains = CampaignOptions['domains'];

/** The domain of the links, and the one to switch to when it stops working. */
export function DomainFields({ domains }: { domains: Domains }) {
  const { t } = useTranslation('campaigns');
  return (
    <div className={css.pair}>
      <DomainField
        name="domain_id"
        label={t('form.domain')}
        hint={t('form.domain_hint')}
        none={t('form.domain_none')}
        domains={domains}
      />
      <DomainField
        name="spare_domain_id"
        label={t('form.spare_domain')}
        hint={t('form.spare_domain_hint')}
        none={t('form.spare_domain_none')}
        domains={domains}
      />
    </div>
  );
}

interface DomainFieldProps {
  name: 'domain_id' | 'spare_domain_id';
  label: string;
  hint: string;
  /** Shown when no domain is chosen. */
  none: string;
  domains: Domains;
}

function DomainField({ name, label, hint, none, domains }: DomainFieldProps) {
  const { t } = useTranslation('campaigns');
  const { id, form, errors, error } = useField(name);
  const { field } = useController({ name, control: form.control });
  const chosen = useWatch<CampaignSettings, typeof name>({ name });
  // A domain that isn't active any more stays chosen until another one is.
  const isGone = chosen !== null && !domains.some((domain) => domain.id === chosen);
  const options = [
    ...domains.map((domain) => ({ value: String(domain.id), label: domain.name })),
    ...(isGone ? [{ value: String(chosen), label: t('form.domain_inactive', { id: chosen }) }] : []),
  ];
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select
        id={id}
        ref={field.ref}
        name={name}
        options={options}
        value={chosen === null ? null : String(chosen)}
        placeholder={none}
        searchable
        clearable
        onBlur={field.onBlur}
        onChange={(value) => {
          field.onChange(value === null ? null : Number(value));
          void recheck(form, errors, name);
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
