import type { ReactNode } from 'react';
import css from './meter.module.css';

interface MeterProps {
  label: string;
  /** Null when unknown. */
  used: number | null;
  /** Null when unlimited. */
  limit: number | null;
  /** Usage as text. */
  value: string;
  note?: ReactNode;
  /** Reaching this limit is normal and at most a warning. */
  canFill?: boolean;
}

const WARNING_SHARE = 0.8;

function stateOf(share: number, canFill: boolean, limit: number | null): 'full' | 'near' | 'fine' {
  if (canFill) return share >= 1 && limit !== 1 ? 'near' : 'fine';
  return share >= 1 ? 'full' : share >= WARNING_SHARE ? 'near' : 'fine';
}

/** Usage of a limit. The numbers accompany the color, so it is not the only signal. */
export function Meter({ label, used, limit, value, note, canFill = false }: MeterProps) {
  const share = used === null || limit === null || limit === 0 ? 0 : used / limit;
  const state = stateOf(share, canFill, limit);
  return (
    <div className={css.meter} data-state={state}>
      <div className={css.words}>
        <span className={css.label}>{label}</span>
        <span className={css.value}>{value}</span>
      </div>
      {limit !== null && (
        <progress className={css.bar} max={1} value={Math.min(1, share)} aria-label={label}>
          {value}
        </progress>
      )}
      {note && <p className={css.note}>{note}</p>}
    </div>
  );
}
