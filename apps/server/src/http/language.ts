import { FALLBACK_LANGUAGE, type Language } from '@poklik/contract/language';

const KNOWN: Record<string, Language> = { ua: 'ua', uk: 'ua', ru: 'ru', en: 'en' };

/** The best supported language for an Accept-Language header; English if there is none. */
export function negotiateLanguage(header: string | undefined): Language {
  const wishes = (header ?? '').split(',', 20).map((part, position) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
    return { language: KNOWN[tag.split('-')[0] ?? ''], weight: weight === undefined ? 1 : Number(weight), position };
  });
  const best = wishes
    .filter((wish) => wish.language !== undefined && wish.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.position - b.position)[0];
  return best?.language ?? FALLBACK_LANGUAGE;
}
