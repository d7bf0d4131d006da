import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setThemeMode, useThemeMode } from '../ui/theme-mode.ts';
import css from './theme-switch.module.css';

export function ThemeSwitch() {
  const { t } = useTranslation('select');
  const dark = useThemeMode() === 'dark';
  return (
    <label className={css.switch} title={t('dark_theme')}>
      <input
        type="checkbox"
        className={css.checkbox}
        aria-label={t('dark_theme')}
        checked={dark}
        onChange={(event) => setThemeMode(event.currentTarget.checked ? 'dark' : 'light')}
      />
      <span className={css.track} aria-hidden>
        <span className={css.thumb}>
          {dark ? <Moon size={12} strokeWidth={2} /> : <Sun size={12} strokeWidth={2} />}
        </span>
      </span>
    </label>
  );
}
