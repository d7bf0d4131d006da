import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { SECTIONS } from '../form/sections/form-sections.ts';
import css from './settings-view.module.css';
import { useSettingLines } from './use-setting-lines.ts';

/** Read-only settings. */
export function SettingsView({ settings }: { settings: CampaignSettings }) {
  const { t } = useTranslation('campaigns');
  const linesOf = useSettingLines();
  return (
    <div className={css.view}>
      <Banner kind="info">{t('form.read_only')}</Banner>
      {SECTIONS.map((section) => (
        <section key={section.id} className={css.card}>
          <h2 className={css.title}>{t(`form.section.${section.id}`)}</h2>
          <dl className={css.list}>
            {section.settings.map((setting) => (
              <div key={setting} className={css.setting}>
                <dt>{t(`versions.setting.${setting}`)}</dt>
                <dd>{linesOf(setting, settings).join('\n')}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
