import type { CampaignOptions } from '@poklik/contract/campaign-options';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import {
  changedFields,
  NO_TEMPLATE,
  newerFields,
  TEMPLATE_SETTINGS,
} from '@poklik/domain/traffic-sources/source-template';
import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { SourceFields } from '../../../../widgets/source-fields/source-fields.tsx';
import { FormSection } from './form-section.tsx';
import { SourceNotes } from './source-notes.tsx';
import { TemplateChanges } from './template-changes.tsx';

export function TrafficSection({ sources }: { sources: CampaignOptions['traffic_sources'] }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const params = useFieldArray({ control, name: 'params' });
  const chosen = useWatch({ control, name: 'traffic_source' });
  const { offered, newer, fill, decline, pick } = useSourceTemplate(sources, params.replace);
  const source = sources.find(({ code }) => code === chosen);
  const known = chosen === null || source !== undefined;
  return (
    <FormSection id="traffic" summary={source?.name || chosen || t('form.no_source')}>
      <SelectField
        name="traffic_source"
        label={t('form.traffic_source')}
        hint={t('form.traffic_source_hint')}
        placeholder={t('form.no_source')}
        searchable
        clearable
        options={[
          ...sources.map(({ code, name }) => ({ value: code, label: name })),
          ...(known ? [] : [{ value: chosen, label: chosen }]),
        ]}
        onPick={pick}
      />
      {offered && (
        <Banner
          kind="info"
          role="status"
          action={
            <Button size="sm" onClick={() => fill(offered)}>
              {t('form.fill')}
            </Button>
          }
        >
          {t('form.fill_offer', { name: offered.name })}
        </Banner>
      )}
      {newer && !offered && (
        <TemplateChanges
          source={newer.source}
          changed={newer.changed}
          onTake={() => fill(newer.source)}
          onKeep={() => decline(newer.source)}
        />
      )}
      {source && <SourceNotes source={source} />}
      <SourceFields params={params as never} />
    </FormSection>
  );
}

/** Fills the fields from the chosen source; asks first when that would replace manually entered ones. */
function useSourceTemplate(
  sources: CampaignOptions['traffic_sources'],
  replace: (params: CampaignSettings['params']) => void,
) {
  const { control, formState, getValues, setValue, clearErrors } = useFormContext<CampaignSettings>();
  const [offered, setOffered] = useState<TrafficSource | null>(null);
  const values = useWatch({ control }) as CampaignSettings;
  const saved = formState.defaultValues?.traffic_source;
  const setRevision = (revision: number | null) => setValue('traffic_source_revision', revision, { shouldDirty: true });
  const fill = (source: TrafficSource | null) => {
    const { params, ...fields } = source ?? NO_TEMPLATE;
    replace(params);
    for (const name of TEMPLATE_SETTINGS) if (name !== 'params') setValue(name, fields[name], { shouldDirty: true });
    setRevision(source?.revision ?? null);
    clearErrors(['params', 'external_id_param', 'cost_param']);
    setOffered(null);
  };
  const pick = (code: string | null) => {
    const source = sources.find((each) => each.code === code);
    const isUntouched = [NO_TEMPLATE, ...sources].some((each) => changedFields(getValues(), each).length === 0);
    if (isUntouched) return fill(source ?? null);
    setRevision(source?.revision ?? null);
    setOffered(source && changedFields(getValues(), source).length > 0 ? source : null);
  };
  const source = sources.find(({ code }) => code === values.traffic_source);
  const changed = source && source.code === saved ? newerFields(values, source) : [];
  return {
    offered,
    /** A template that was changed since the campaign copied it. */
    newer: source && changed.length > 0 ? { source, changed } : null,
    fill,
    decline: (declined: TrafficSource) => setRevision(declined.revision),
    pick,
  };
}
