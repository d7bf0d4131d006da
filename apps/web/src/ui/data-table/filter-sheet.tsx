import { SlidersHorizontal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { useNarrow } from '../use-narrow.ts';
import css from './filter-sheet.module.css';

const Modal = lazy(async () => ({ default: (await import('../dialog/modal.tsx')).Modal }));

interface FilterSheetProps {
  /** How many of the filters are set. */
  count: number;
  children: ReactNode;
}

/** The filters of a list; on a narrow screen they are behind one button that says how many are set. */
export function FilterSheet({ count, children }: FilterSheetProps) {
  const { t } = useTranslation('select');
  const narrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (!narrow) return children;
  const open = () => {
    setIsOpen(true);
    setWasOpen(true);
  };
  return (
    <>
      <Button
        icon={<SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {count > 0 ? t('filters_set', { count }) : t('filters')}
      </Button>
      {wasOpen && (
        <Suspense>
          <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('filters')}>
            <div className={css.filters}>
              {children}
              <Button variant="primary" wide onClick={() => setIsOpen(false)}>
                {t('show_results')}
              </Button>
            </div>
          </Modal>
        </Suspense>
      )}
    </>
  );
}
