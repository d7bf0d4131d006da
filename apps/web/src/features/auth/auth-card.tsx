import type { ReactNode } from 'react';
import css from './auth-card.module.css';

interface AuthCardProps {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  /** Links to related screens. */
  links?: ReactNode;
}

export function AuthCard({ title, text, children, links }: AuthCardProps) {
  return (
    <section className={css.card}>
      <h1 className={css.title} tabIndex={-1}>
        {title}
      </h1>
      {text && <p className={css.text}>{text}</p>}
      {children}
      {links && <div className={css.links}>{links}</div>}
    </section>
  );
}
