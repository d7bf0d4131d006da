import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { LANGUAGE_LABELS, pathInLanguage, shortLabel } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import css from './language-select.module.css';

/** The browser's own list, because every device shows it well; over it stands the short label of the choice. */
export function LanguageSelect() {
  const { t } = useTranslation('select');
  const language = useLanguage();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();

  // The route applies the language; a form with unsaved changes may hold the reader back before that.
  const choose = (chosen: Language) =>
    navigate({ pathname: pathInLanguage(pathname, chosen), search, hash }, { state });

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
        onChange={(event) => void choose(event.currentTarget.value as Language)}
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
