import type { Language } from '@poklik/contract/language';
import { useLocation, useNavigate } from 'react-router';
import { pathInLanguage } from '../i18n/language.ts';

/** The same place in another language. The route applies it, and what is typed on the page stays. */
export function useChooseLanguage(): (language: Language) => void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  return (language) => void navigate({ pathname: pathInLanguage(pathname, language), search, hash }, { state });
}
