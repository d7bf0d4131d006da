import { useTranslation } from 'react-i18next';

/** `rules.0.destinations.1.next.0.targets.2.url` */
const TARGET = /^(?:rules\.(\d+)\.)?destinations\.(\d+)((?:\.next\.\d+\.targets\.\d+)*)/;
const SETTINGS = ['default_url', 'cost_model', 'cost_value', 'cost_currency'] as const;

/** What a path in the settings is called on screens. */
export function useFieldName(): (path: string) => string {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  return (path) => {
    const setting = SETTINGS.find((each) => each === path);
    if (setting) return t(`campaigns:versions.setting.${setting}`);
    const [, rule, destination, below = ''] = TARGET.exec(path) ?? [];
    if (destination === undefined) return path.replace(/^params\./, '');
    const links = [...below.matchAll(/\.next\.(\d+)\.targets\.(\d+)/g)].map(
      ([, slot, target]) => `/o/${Number(slot) + 1} → ${Number(target) + 1}`,
    );
    const place = rule === undefined ? t('place.everyone') : t('place.rule', { number: Number(rule) + 1 });
    return [place, t('campaigns:form.destination', { number: Number(destination) + 1 }), ...links].join(' → ');
  };
}
