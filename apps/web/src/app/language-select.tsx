import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_LABELS, shortLabel } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import css from './language-select.module.css';
import { useChooseLanguage } from './use-choose-language.ts';

/** A native select, because every device shows it well; the short label is drawn over it. */
export function LanguageSelect() {
  const { t } = useTranslation('select');
  const language = useLanguage();
  const choose = useChooseLanguage();

  return (
    <span className={css.select}>
      <span className={css.short} aria-hidden>
        {shortLabel(language)}
        <ChevronDown size={14} strokeWidth={1.75} />
      </span>
      <select
        className={css.list}
        aria-label={t('language')}
        value={language}
        onChange={(event) => choose(event.currentTarget.value as Language)}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={LANGUAGE_TAGS[code]}>
            {LANGUAGE_LABELS[code]}
          </option>
        ))}
      </select>
    </span>
  );
}
