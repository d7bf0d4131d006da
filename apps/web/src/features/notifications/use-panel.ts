import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDialogIsOpen } from '../../ui/dialog/use-dialog-is-open.ts';
import { lastAutoOpened, saveLastAutoOpened } from './auto-opened.ts';

/** Duration of the closing animation. */
export const CLOSING_MS = 500;

type PanelState = 'closed' | 'open' | 'closing';

interface PanelOptions {
  readerId: number;
  /** ID of the newest unread notification. */
  newest: number | null;
  autoOpens: boolean;
  /** Called instead of opening on narrow screens. */
  onInstead: (() => void) | undefined;
  /** Contains the bell and the panel. */
  place: RefObject<HTMLElement | null>;
}

export interface Panel {
  state: PanelState;
  open: () => void;
  close: () => void;
}

/** Auto-opens once per newest notification, never over a dialog or the focused element. */
export function usePanel({ readerId, newest, autoOpens: opensItself, onInstead, place }: PanelOptions): Panel {
  const [state, setState] = useState<PanelState>('closed');
  const [due, setDue] = useState(false);
  /** The focused element would be covered. */
  const [isCoveringFocus, setCoveringFocus] = useState(false);
  const isDialogOpen = useDialogIsOpen();
  /** Auto-opened, and the user has not interacted since. */
  const isUntouched = useRef(false);

  useEffect(() => {
    if (opensItself && newest !== null && newest > lastAutoOpened(readerId)) setDue(true);
  }, [newest, opensItself, readerId]);

  useEffect(() => {
    if (!due || isDialogOpen || isCoveringFocus || newest === null) return;
    saveLastAutoOpened(readerId, newest);
    setDue(false);
    if (onInstead) return onInstead();
    isUntouched.current = true;
    setState('open');
  }, [due, isDialogOpen, isCoveringFocus, newest, readerId, onInstead]);

  useEffect(() => {
    if (state !== 'open' || !isDialogOpen) return;
    setState('closed');
    // A dialog opened by the page only postpones it.
    if (isUntouched.current) setDue(true);
  }, [state, isDialogOpen]);

  useLayoutEffect(() => {
    if (state !== 'open') return;
    const covers = (element: Element | null) =>
      element !== null && !place.current?.contains(element) && overlaps(place.current, element);
    if (isUntouched.current && covers(document.activeElement)) {
      setState('closed');
      setDue(true);
      setCoveringFocus(true);
      return;
    }
    const onFocus = (event: FocusEvent) => covers(event.target as Element) && setState('closed');
    const onTouch = () => {
      isUntouched.current = false;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onTouch);
    document.addEventListener('keydown', onTouch);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onTouch);
      document.removeEventListener('keydown', onTouch);
    };
  }, [state, place]);

  useEffect(() => {
    if (!isCoveringFocus) return;
    const onFocusChange = () => setCoveringFocus(false);
    document.addEventListener('focusout', onFocusChange);
    return () => document.removeEventListener('focusout', onFocusChange);
  }, [isCoveringFocus]);

  useEffect(() => {
    if (state !== 'closing') return;
    const timer = setTimeout(() => setState('closed'), CLOSING_MS);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    state,
    open: () => {
      isUntouched.current = false;
      setState('open');
    },
    close: () => setState((now) => (now === 'open' ? 'closing' : now)),
  };
}

/** Whether the panel would cover an element, ignoring the page itself. */
function overlaps(place: HTMLElement | null, element: Element): boolean {
  const panel = place?.querySelector('[role="dialog"]')?.getBoundingClientRect();
  if (!panel || element === document.body || element.contains(place)) return false;
  const { left, right, top, bottom, width } = element.getBoundingClientRect();
  // Large elements, such as the main content, stay visible beside the panel.
  if (width > panel.width * 2) return false;
  return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
}
