import type { Language } from '@poklik/contract/language';
import { useLocation, useNavigate } from 'react-router';
import { pathInLanguage } from '../i18n/language.ts';

/** Opens the same page in another language; typed values are kept. */
export function useChooseLanguage(): (language: Language) => void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  return (language) => void navigate({ pathname: pathInLanguage(pathname, language), search, hash }, { state });
}
