import type { CampaignOptions } from '@poklik/contract/campaign-options';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import { PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import css from './fields.module.css';

const NAME = 'connection_ids';

/** Ad platforms that conversions are sent to. */
export function ConnectionFields({ connections }: { connections: CampaignOptions['connections'] }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const { field } = useController({ control, name: NAME });
  const chosen = new Set(field.value);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    field.onChange([...next].sort((one, other) => one - other));
  };
  return (
    <div className={css.part} data-path={NAME} tabIndex={-1}>
      <h3 className={css.title}>{t('form.connections')}</h3>
      <p className={css.text}>{t(connections.length > 0 ? 'form.connections_text' : 'form.no_connections')}</p>
      {connections.length > 0 && (
        <fieldset className={css.statuses}>
          {connections.map(({ id, name, platform }) => (
            <label key={id} className={css.check}>
              <input type="checkbox" checked={chosen.has(id)} onBlur={field.onBlur} onChange={() => toggle(id)} />
              {name} · {PLATFORM_FIELDS[platform].name}
            </label>
          ))}
        </fieldset>
      )}
      <ListError name={NAME} />
      {connections.length > 0 && (
        <CheckboxField
          name="consent_required"
          label={t('form.consent_required')}
          hint={t('form.consent_required_hint')}
        />
      )}
    </div>
  );
}
