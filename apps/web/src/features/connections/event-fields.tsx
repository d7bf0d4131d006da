import { CONVERSION_STATUSES } from '@poklik/contract/campaigns';
import type { ConnectionForm } from '@poklik/contract/connections';
import { CONVERSION_TYPES_MAX } from '@poklik/contract/conversion-values';
import { PLATFORM_FIELDS } from '@poklik/domain/connections/platform-fields';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { ListError } from '../../ui/form/list-error.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import css from './connections.module.css';

/** What an event is called there. */
const TEXTS = {
  google: { text: 'form.actions_text', label: 'form.action' },
  google_file: { text: 'form.names_text', label: 'form.action_name' },
  microsoft: { text: 'form.goals_text', label: 'form.goal' },
  others: { text: 'form.events_text', label: 'form.event' },
} as const;

const isNamed = (platform: string): platform is keyof typeof TEXTS => platform in TEXTS;

/** Which conversions are sent, and what the platform calls them. */
export function EventFields() {
  const { t } = useTranslation('connections');
  const { control, register } = useFormContext<ConnectionForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'events' });
  const platform = useWatch({ control, name: 'platform' });
  const { events } = PLATFORM_FIELDS[platform];
  const texts = TEXTS[isNamed(platform) ? platform : 'others'];
  const suggested = useId();
  return (
    <div className={css.part} data-path="events" tabIndex={-1}>
      <h3 className={css.title}>{t('form.events')}</h3>
      <p className={css.line}>{t(texts.text)}</p>
      <datalist id={suggested}>
        {events.map((event) => (
          <option key={event} value={event} />
        ))}
      </datalist>
      {fields.map((field, place) => (
        <div key={field.id} className={css.event}>
          <TextField name={`events.${place}.type`} label={t('form.type')} autoComplete="off" spellCheck={false} />
          <TextField
            name={`events.${place}.event`}
            label={t(texts.label)}
            autoComplete="off"
            spellCheck={false}
            list={suggested}
          />
          <IconButton label={t('form.remove_event', { number: place + 1 })} onClick={() => remove(place)}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
      ))}
      <ListError name="events" />
      {fields.length < CONVERSION_TYPES_MAX && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => append({ type: '', event: '' })}
          >
            {t('form.add_event')}
          </Button>
        </div>
      )}
      <fieldset className={css.statuses} data-path="statuses" tabIndex={-1}>
        <legend>{t('form.statuses')}</legend>
        {CONVERSION_STATUSES.map((status) => (
          <label key={status} className={css.check}>
            <input type="checkbox" value={status} {...register('statuses')} />
            {t(`statuses.${status}`)}
          </label>
        ))}
      </fieldset>
      <ListError name="statuses" />
    </div>
  );
}
