import type { CampaignOptions } from '@poklik/contract/campaign-options';
import { type CampaignSettings, OUTGOING_MAX, type OutgoingPostback } from '@poklik/contract/campaigns';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../../api/current-user.ts';
import { Button } from '../../../../ui/button.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import css from '../sections/fields.module.css';
import { OutgoingItem } from './outgoing-item.tsx';
import { SecretsDialog } from './secrets-dialog.tsx';

const newPostback = (changes: Partial<OutgoingPostback> = {}): OutgoingPostback => ({
  ...{ name: '', url: '', method: 'GET', statuses: ['approved'], types: [], share: 100 },
  ...{ headers: [], body_type: 'none', body: '' },
  ...changes,
});

const plus = <Plus size={16} strokeWidth={1.75} aria-hidden />;

/** Postbacks to the traffic source; the source's own one is offered as a template. */
export function OutgoingPostbacks({ sources }: { sources: CampaignOptions['traffic_sources'] }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const { fields, append, remove } = useFieldArray({ control, name: 'outgoing_postbacks' });
  const code = useWatch({ control, name: 'traffic_source' });
  const [isEditingSecrets, setIsEditingSecrets] = useState(false);
  const canEditSecrets = hasPermission(useCurrentUser(), 'connections:write');
  const source = sources.find((each) => each.code === code);
  return (
    <div className={css.part} data-path="outgoing_postbacks" tabIndex={-1}>
      <h3 className={css.title}>{t('form.outgoing')}</h3>
      <p className={css.text}>{t('form.outgoing_text')}</p>
      {fields.length > 0 && (
        <ol className={css.list}>
          {fields.map((field, place) => (
            <OutgoingItem key={field.id} place={place} onRemove={() => remove(place)} />
          ))}
        </ol>
      )}
      <ListError name="outgoing_postbacks" />
      <div className={css.line}>
        {fields.length < OUTGOING_MAX && (
          <Button size="sm" icon={plus} onClick={() => append(newPostback())}>
            {t('form.add_outgoing')}
          </Button>
        )}
        {fields.length < OUTGOING_MAX && source && source.outgoing_url !== null && (
          <Button
            size="sm"
            icon={plus}
            onClick={() =>
              append(newPostback({ name: source.name, url: source.outgoing_url ?? '', method: source.outgoing_method }))
            }
          >
            {t('form.add_source_outgoing', { name: source.name })}
          </Button>
        )}
        {canEditSecrets && (
          <Button
            size="sm"
            icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setIsEditingSecrets(true)}
          >
            {t('form.secrets.open')}
          </Button>
        )}
      </div>
      {source && source.outgoing_url !== null && <p className={css.text}>{t('form.source_outgoing_text')}</p>}
      <SecretsDialog opened={isEditingSecrets} onClose={() => setIsEditingSecrets(false)} />
    </div>
  );
}
