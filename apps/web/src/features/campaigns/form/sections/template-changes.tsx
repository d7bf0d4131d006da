import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import type { TemplateFields, TemplateSetting } from '@poklik/domain/traffic-sources/source-template';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import css from './template-changes.module.css';

interface TemplateChangesProps {
  source: TrafficSource;
  changed: readonly TemplateSetting[];
  onTake: () => void;
  onKeep: () => void;
}

/** Offers a newer template: what the campaign has, and what it would get. */
export function TemplateChanges({ source, changed, onTake, onKeep }: TemplateChangesProps) {
  const { t } = useTranslation('campaigns');
  const { getValues } = useFormContext<CampaignSettings>();
  const own = getValues();
  const linesOf = (fields: TemplateFields, setting: TemplateSetting): string[] => {
    if (setting === 'params') return fields.params.map(({ name, macro, sub }) => `${name}=${macro} → ${sub}`);
    if (setting === 'cost_scale') return [t(`form.scales.${fields.cost_scale}`)];
    return fields[setting] ? [String(fields[setting])] : [];
  };
  return (
    <div className={css.offer}>
      <Banner
        kind="info"
        role="status"
        action={
          <span className={css.actions}>
            <Button size="sm" onClick={onTake}>
              {t('form.template_take')}
            </Button>
            <Button size="sm" variant="ghost" onClick={onKeep}>
              {t('form.template_keep')}
            </Button>
          </span>
        }
      >
        {t('form.template_newer', { name: source.name })}
      </Banner>
      <dl className={css.changes}>
        {changed.map((setting) => {
          const [before, after] = [linesOf(own, setting), linesOf(source, setting)];
          return (
            <div key={setting}>
              <dt>{t(`versions.setting.${setting}`)}</dt>
              {before
                .filter((line) => !after.includes(line))
                .map((line) => (
                  <dd key={line} className={css.line}>
                    <del>− {line}</del>
                  </dd>
                ))}
              {after
                .filter((line) => !before.includes(line))
                .map((line) => (
                  <dd key={line} className={css.line}>
                    <ins>+ {line}</ins>
                  </dd>
                ))}
            </div>
          );
        })}
      </dl>
    </div>
  );
}
