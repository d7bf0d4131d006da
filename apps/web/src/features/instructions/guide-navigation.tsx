import { INSTRUCTION_CATEGORIES, type Instruction } from '@poklik/contract/instructions';
import { guideLanguage, searchGuides } from '@poklik/domain/instructions/guide-text';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import css from './guide-navigation.module.css';
import { useGuideSearch } from './use-chosen-guide.ts';

interface GuideNavigationProps {
  guides: readonly Instruction[];
  chosen: Instruction;
  isAuthor: boolean;
}

/** Guides by category; a select on narrow screens. */
export function GuideNavigation({ guides, chosen, isAuthor }: GuideNavigationProps) {
  return useNarrow() ? (
    <GuideSelect guides={guides} chosen={chosen} />
  ) : (
    <GuideList guides={guides} chosen={chosen} isAuthor={isAuthor} />
  );
}

const byCategory = (guides: readonly Instruction[]) =>
  INSTRUCTION_CATEGORIES.map((category) => ({
    category,
    guides: guides.filter((guide) => guide.category === category),
  })).filter((group) => group.guides.length > 0);

function useTitle(): (guide: Instruction) => string {
  const language = useLanguage();
  return (guide) => guide.title[guideLanguage(guide, language)];
}

function GuideList({ guides, chosen, isAuthor }: GuideNavigationProps) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const title = useTitle();
  const searchOf = useGuideSearch();
  const [query, setQuery] = useState('');
  const found = byCategory(searchGuides(guides, query, language));
  return (
    <nav className={css.navigation} aria-label={t('guides')}>
      <div className={css.search}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder={t('search')}
          aria-label={t('search')}
        />
      </div>
      <div role="status">{found.length === 0 && <p className={css.nothing}>{t('nothing_found')}</p>}</div>
      {found.map((group) => (
        <section key={group.category}>
          <h2 className={css.category}>{t(`categories.${group.category}`)}</h2>
          <ul className={css.guides}>
            {group.guides.map((guide) => (
              <li key={guide.id}>
                <Link
                  to={searchOf(guide.slug)}
                  className={css.guide}
                  aria-current={guide.id === chosen.id ? 'page' : undefined}
                >
                  {title(guide)}
                  {isAuthor && !guide.is_published && (
                    <Badge kind="neutral" shape="ring">
                      {t('draft')}
                    </Badge>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function GuideSelect({ guides, chosen }: Omit<GuideNavigationProps, 'isAuthor'>) {
  const { t } = useTranslation('instructions');
  const title = useTitle();
  const searchOf = useGuideSearch();
  const navigate = useNavigate();
  const id = useId();
  return (
    <div className={css.select}>
      <label htmlFor={id}>{t('guides')}</label>
      <select id={id} value={chosen.slug} onChange={(event) => void navigate(searchOf(event.target.value))}>
        {byCategory(guides).map((group) => (
          <optgroup key={group.category} label={t(`categories.${group.category}`)}>
            {group.guides.map((guide) => (
              <option key={guide.id} value={guide.slug}>
                {title(guide)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
