import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import css from './data-table.module.css';

interface SelectionBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation('select');
  return (
    <div className={css.selection}>
      <span role="status">{t('selected', { count })}</span>
      {children}
      <Button size="sm" variant="ghost" onClick={onClear}>
        {t('clear_selection')} (Esc)
      </Button>
    </div>
  );
}
