import { ListFilter, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import css from './filter-bar.module.css';

type To = { search: string };

interface FilterBarProps {
  /** One `FilterChip` per active filter. */
  children: ReactNode;
  /** URL without filters, if there are several. */
  cleared?: To | undefined;
  /** The key that adds a filter, named in the tooltip. */
  shortcut?: string;
  onAdd: () => void;
  /** The pointer or focus is at the button, so the dialog can be preloaded. */
  onNear?: () => void;
}

/** Active filters, each removable, and a button that adds one. Its texts are in `report_toolbar`. */
export function FilterBar({ children, cleared, shortcut, onAdd, onNear }: FilterBarProps) {
  const { t } = useTranslation('report_toolbar');
  return (
    <div className={css.row}>
      <ul className={css.chips} aria-label={t('filter.list')}>
        {children}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        icon={<ListFilter size={16} strokeWidth={1.75} aria-hidden />}
        title={shortcut && `${t('filter.add')} (${shortcut})`}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={onAdd}
      >
        {t('filter.add')}
      </Button>
      {cleared && (
        <Link className={css.clear} to={cleared} preventScrollReset>
          {t('filter.clear')}
        </Link>
      )}
    </div>
  );
}

interface FilterChipProps {
  name: string;
  /** URL without the filter. */
  without: To;
  /** A parameter that means nothing here. */
  isUnknown?: boolean;
}

export function FilterChip({ name, without, isUnknown = false }: FilterChipProps) {
  const { t } = useTranslation('report_toolbar');
  return (
    <li>
      <Link
        className={css.chip}
        data-unknown={isUnknown || undefined}
        to={without}
        preventScrollReset
        title={name}
        aria-label={t('filter.remove', { name })}
      >
        <span className={css.text}>{isUnknown ? t('filter.unknown', { name }) : name}</span>
        <X size={14} strokeWidth={2} aria-hidden />
      </Link>
    </li>
  );
}
