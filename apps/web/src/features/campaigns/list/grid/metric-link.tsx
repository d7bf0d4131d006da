import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import css from './cells.module.css';

type OpenInApp = (event: MouseEvent<HTMLAnchorElement>) => void;

/** Opens a plain link without loading the page again. One for all cells: a router link in each is most of a row's cost. */
export function useOpenInApp(): OpenInApp {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(currentTarget.getAttribute('href') ?? '');
  };
}

interface MetricLinkProps {
  /** The report behind the metric. */
  to: string;
  onOpen: OpenInApp;
  title?: string | undefined;
  children: ReactNode;
}

/** A metric in a cell. Arrow keys reach it; the Tab key would stop at every number. */
export function MetricLink({ to, onOpen, title, children }: MetricLinkProps) {
  return (
    <a className={css.metric} href={to} onClick={onOpen} title={title} tabIndex={-1}>
      {children}
    </a>
  );
}
