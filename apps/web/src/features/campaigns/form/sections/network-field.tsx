import type { CampaignOptions } from '@poklik/contract/campaign-options';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { withClickParams } from '@poklik/domain/networks/click-parameter';
import { Plus } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/choice/select.tsx';
import { describedBy, Field } from '../../../../ui/form/field.tsx';
import { recheck, useField } from '../../../../ui/form/use-field.ts';
import { toast } from '../../../../ui/toast/toast.ts';

const NAME = 'network_id';

/** The affiliate network of the campaign, and its click parameter for the destinations. */
export function NetworkField({ networks }: { networks: CampaignOptions['networks'] }) {
  const { t } = useTranslation('campaigns');
  const { id, form, errors, error } = useField(NAME);
  const { field } = useController({ name: NAME, control: form.control });
  const chosen = useWatch<CampaignSettings, typeof NAME>({ name: NAME });
  const param = networks.find((network) => network.id === chosen)?.click_param;
  const hint = t('form.network_hint');
  if (networks.length === 0 && chosen === null) return null;
  return (
    <>
      <Field id={id} label={t('form.network')} hint={hint} error={error}>
        <Select
          id={id}
          ref={field.ref}
          name={NAME}
          options={networks.map((network) => ({ value: String(network.id), label: network.name }))}
          value={chosen === null ? null : String(chosen)}
          placeholder={t('form.no_network')}
          searchable
          clearable
          onBlur={field.onBlur}
          onChange={(value) => {
            field.onChange(value === null ? null : Number(value));
            void recheck(form, errors, NAME);
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
      </Field>
      {param && <ClickParamButton param={param} />}
    </>
  );
}

/** Adds the parameter to destinations that lack it. */
function ClickParamButton({ param }: { param: string }) {
  const { t } = useTranslation('campaigns');
  const { control, getValues, setValue } = useFormContext<CampaignSettings>();
  const [default_url, destinations, rules] = useWatch({ control, name: ['default_url', 'destinations', 'rules'] });
  const now = { default_url, destinations, rules };
  const wanted = withClickParams(now, param);
  if (JSON.stringify(wanted) === JSON.stringify(now)) return null;
  const add = () => {
    const next = withClickParams(getValues(), param);
    for (const name of ['default_url', 'destinations', 'rules'] as const)
      setValue(name, next[name], { shouldDirty: true });
    toast(t('form.click_param_added'));
  };
  return (
    <div>
      <Button size="sm" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={add}>
        {t('form.add_click_param', { param })}
      </Button>
    </div>
  );
}
