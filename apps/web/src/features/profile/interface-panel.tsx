import { LANGUAGES, type Language } from '@poklik/contract/language';
import { DENSITIES, type ProfileChanges, WEEK_STARTS } from '@poklik/contract/profile';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime, formatWeekday } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useTimeZones } from '../../format/use-time-zones.ts';
import { LANGUAGE_LABELS, pathInLanguage } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Segmented } from '../../ui/choice/segmented.tsx';
import { Select } from '../../ui/choice/select.tsx';
import { setThemeMode, useThemeMode } from '../../ui/theme-mode.ts';
import css from './interface-panel.module.css';
import { useSaveProfile } from './profile.queries.ts';
import page from './profile-page.module.css';

/** Interface preferences, saved immediately. */
export function InterfacePanel() {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const profile = useCurrentUser();
  const { save, outcome } = useAutoSave();
  const changeLanguage = useChangeLanguage();
  const canChange = hasPermission(profile, 'profile:write');

  return (
    <div className={page.column}>
      {!canChange && <Banner kind="info">{t('locked')}</Banner>}
      <section className={page.card} aria-labelledby="interface-heading">
        <div className={page.head}>
          <h2 id="interface-heading" className={page.heading}>
            {t('tab.interface')}
          </h2>
          <span role="status" className={page.saved}>
            {outcome === 'saved' && t('interface.saved')}
          </span>
        </div>
        {outcome instanceof Error && (
          <Banner kind="danger" role="alert">
            {outcome.message}
          </Banner>
        )}
        <fieldset className={css.lines} disabled={!canChange}>
          <SettingRow label={t('language')} hint={t('language_hint')}>
            <Segmented
              label={t('language')}
              value={language}
              onChange={changeLanguage}
              options={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_LABELS[code] }))}
            />
          </SettingRow>
          <SettingRow label={t('email_language')} hint={t('email_language_hint')}>
            <Segmented
              label={t('email_language')}
              value={profile.locale}
              onChange={(locale) => void save({ locale })}
              options={LANGUAGES.map((code) => ({ value: code, label: LANGUAGE_LABELS[code] }))}
            />
          </SettingRow>
          <ThemeRow />
          <SettingRow label={t('interface.density')} hint={t('interface.density_hint')}>
            <Segmented
              label={t('interface.density')}
              value={profile.density}
              onChange={(density) => void save({ density })}
              options={DENSITIES.map((value) => ({ value, label: t(`interface.densities.${value}`) }))}
            />
          </SettingRow>
          <TimeZoneRow disabled={!canChange} onChange={(timezone) => void save({ timezone })} />
          <SettingRow label={t('interface.week_start')} hint={t('interface.week_start_hint')}>
            <Segmented
              label={t('interface.week_start')}
              value={profile.week_start}
              onChange={(week_start) => void save({ week_start })}
              options={WEEK_STARTS.map((value) => ({
                value,
                label: formatWeekday(language, value === 'monday' ? 1 : 7, 'long'),
              }))}
            />
          </SettingRow>
          <SettingRow label={t('interface.shortcuts')} hint={t('interface.shortcuts_hint')}>
            <Segmented
              label={t('interface.shortcuts')}
              value={profile.shortcuts ? 'on' : 'off'}
              onChange={(value) => void save({ shortcuts: value === 'on' })}
              options={(['on', 'off'] as const).map((value) => ({ value, label: t(`interface.switch.${value}`) }))}
            />
          </SettingRow>
        </fieldset>
      </section>
    </div>
  );
}

/** The group has its own label; the visible one is the same. */
function SettingRow({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) {
  return (
    <div className={css.line}>
      <div className={css.words}>
        <span className={css.label} aria-hidden>
          {label}
        </span>
        <span className={css.hint}>{hint}</span>
      </div>
      {children}
    </div>
  );
}

function ThemeRow() {
  const { t } = useTranslation('profile');
  const theme = useThemeMode();
  return (
    <SettingRow label={t('interface.theme')} hint={t('interface.theme_hint')}>
      <Segmented
        label={t('interface.theme')}
        value={theme}
        onChange={setThemeMode}
        options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`interface.themes.${value}`) }))}
      />
    </SettingRow>
  );
}

/** The time zone, with the current time and an amount as they are shown. */
function TimeZoneRow({ disabled, onChange }: { disabled: boolean; onChange: (zone: string) => void }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { timezone: value, currency } = useCurrentUser();
  const zones = useTimeZones(value);
  const now = useNow();
  const hint = t('interface.sample', {
    time: formatDateTime(language, now.toISOString(), value),
    money: formatMoney(language, '1284.5', currency),
  });
  const id = useId();
  return (
    <div className={css.line}>
      <div className={css.words}>
        <label className={css.label} htmlFor={id}>
          {t('timezone')}
        </label>
        <span className={css.hint} id={`${id}-hint`}>
          {t('timezone_hint')}. {hint}
        </span>
      </div>
      <div className={css.zone}>
        <Select
          id={id}
          searchable
          options={zones}
          value={value}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={(zone) => zone !== null && zone !== value && onChange(zone)}
        />
      </div>
    </div>
  );
}

/** Returns whether it was saved; errors are shown above. */
function useAutoSave() {
  const saveProfile = useSaveProfile();
  const [outcome, setOutcome] = useState<'saved' | Error>();
  const save = async (changes: ProfileChanges): Promise<boolean> => {
    setOutcome(undefined);
    try {
      await saveProfile(changes);
      setOutcome('saved');
      return true;
    } catch (error) {
      setOutcome(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  };
  return { save, outcome };
}

function useChangeLanguage() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (language: Language) => void navigate({ pathname: pathInLanguage(pathname, language), search });
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
