/** A toast asks for its machinery the first time it is needed; until then it costs nothing. */
export interface Toast {
  message: string;
  kind?: 'done' | 'problem';
  /** The one thing to do about it, such as undo; the toast stays longer for it. */
  action?: { label: string; onSelect: () => void };
}

type Show = (toast: Toast) => void;

const waiting: Toast[] = [];
let show: Show | undefined;
let wake: (() => void) | undefined;

/** Says that something is done and nothing else shows it. Never the only carrier of an error. */
export function toast(message: string, { kind = 'done', action }: Omit<Toast, 'message'> = {}): void {
  const next: Toast = { message, kind, ...(action && { action }) };
  if (show) {
    show(next);
    return;
  }
  waiting.push(next);
  wake?.();
}

/** For the host alone: `onFirst` is called when there is something to show. */
export function onFirstToast(onFirst: () => void): () => void {
  wake = onFirst;
  if (waiting.length > 0) onFirst();
  return () => {
    wake = undefined;
  };
}

/** For the host alone: from now on toasts go to `next`, those that waited first. */
export function showToastsWith(next: Show): () => void {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = undefined;
  };
}
