import type { ReactNode } from 'react';
import css from './page-header.module.css';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Secondary buttons first, the primary one last. */
  actions?: ReactNode;
}

/** The page's only h1. It receives the focus after navigation. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <div className={css.header}>
      <div className={css.words}>
        <h1 className={css.title} tabIndex={-1}>
          {title}
        </h1>
        {subtitle && <p className={css.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
