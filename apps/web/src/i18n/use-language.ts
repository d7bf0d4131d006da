import type { Language } from '@poklik/contract/language';
import { useTranslation } from 'react-i18next';
import { languageOfCode } from './language.ts';

/** The language that the reader sees now. */
export const useLanguage = (): Language => languageOfCode(useTranslation('select').i18n.language);
