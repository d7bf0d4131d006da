import type { PageLinks, PageMeta } from '@poklik/contract/paging';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router';
import css from './pagination.module.css';

interface PaginationProps {
  meta: PageMeta;
  links: ReturnType<(typeof PageLinks)['parse']>;
  /** Link target of a page. */
  toPage: (page: number) => To;
}

/** Pages as listed by the server. They are real links, so a page can be opened in a new tab. */
export function Pagination({ meta, links, toPage }: PaginationProps) {
  const { t } = useTranslation('select');
  const { current_page: current, last_page: last } = meta;
  if (last === 1) return null;
  return (
    <nav aria-label={t('pages')}>
      <ul className={css.pages}>
        <li>
          <Step label={t('previous')} to={links.prev === null ? null : toPage(Math.min(current - 1, last))} rel="prev">
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
          </Step>
        </li>
        {meta.links.map(({ label, active }, index) => (
          <li key={isPage(label) ? label : `after-${meta.links[index - 1]?.label}`}>
            {isPage(label) ? (
              <Link
                className={css.page}
                to={toPage(Number(label))}
                aria-label={t('page', { page: label })}
                aria-current={active ? 'page' : undefined}
              >
                {label}
              </Link>
            ) : (
              <span className={css.ellipsis}>{label}</span>
            )}
          </li>
        ))}
        <li>
          <Step label={t('next')} to={links.next === null ? null : toPage(current + 1)} rel="next">
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

/** Other labels are ellipses. */
const isPage = (label: string): boolean => /^\d+$/.test(label);

function Step({ label, to, rel, children }: { label: string; to: To | null; rel: string; children: ReactNode }) {
  if (to === null) {
    return (
      <button type="button" className={css.page} disabled aria-label={label} title={label}>
        {children}
      </button>
    );
  }
  return (
    <Link className={css.page} to={to} rel={rel} aria-label={label} title={label}>
      {children}
    </Link>
  );
}
