/** The toast UI is loaded only when the first toast is shown. */
export interface Toast {
  message: string;
  kind?: 'done' | 'problem';
  /** For example undo; a toast with an action stays longer. */
  action?: { label: string; onSelect: () => void };
}

type Show = (toast: Toast) => void;

const waiting: Toast[] = [];
let show: Show | undefined;
let wake: (() => void) | undefined;

/** Confirms something that isn't visible otherwise. Errors must also be shown elsewhere. */
export function toast(message: string, { kind = 'done', action }: Omit<Toast, 'message'> = {}): void {
  const next: Toast = { message, kind, ...(action && { action }) };
  if (show) {
    show(next);
    return;
  }
  waiting.push(next);
  wake?.();
}

/** Used only by the host: calls `onFirst` when there is something to show. */
export function onFirstToast(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    wake = undefined;
  };
}

/** Used only by the host: sends toasts to `next`, starting with the queued ones. */
export function showToastsWith(next: Show): () => void {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = undefined;
  };
}
