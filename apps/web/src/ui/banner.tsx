import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './banner.module.css';

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface BannerProps {
  kind: keyof typeof ICONS;
  children: ReactNode;
  /** Buttons or links at the end of the line. */
  action?: ReactNode;
  /** `alert` interrupts a screen reader, `status` doesn't. */
  role?: 'alert' | 'status';
}

/** A message that stays on the page while its cause lasts. */
export function Banner({ kind, children, action, role }: BannerProps) {
  const Icon = ICONS[kind];
  return (
    <div className={css.banner} data-kind={kind} role={role}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <div className={css.text}>{children}</div>
      {action}
    </div>
  );
}
