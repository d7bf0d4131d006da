import type { ReactNode } from 'react';
import css from './meter.module.css';

interface MeterProps {
  label: string;
  /** Null when it is not known right now. */
  used: number | null;
  /** Null when there is no bound. */
  limit: number | null;
  /** The same in words. */
  value: string;
  note?: ReactNode;
  /** Using all of it is as it should be, and at most worth a look. */
  canFill?: boolean;
}

const WARNING_SHARE = 0.8;

function stateOf(share: number, canFill: boolean, limit: number | null): 'full' | 'near' | 'fine' {
  if (canFill) return share >= 1 && limit !== 1 ? 'near' : 'fine';
  return share >= 1 ? 'full' : share >= WARNING_SHARE ? 'near' : 'fine';
}

/** How much of a limit is used. Colour is never alone: the numbers stand beside it. */
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
