import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './bulk.module.css';

/** A preview takes the place of the form, and with it the focus: nothing is applied by pressing Enter twice. */
export function ReportSection({ children }: { children: ReactNode }) {
  const { t } = useTranslation('campaign_bulk');
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className={css.steps} aria-label={t('report')}>
      {children}
    </section>
  );
}
