import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './disclosure.module.css';

interface DisclosureProps {
  /** What the button says. */
  label?: ReactNode;
  icon?: ReactNode;
  /** Names the button where its text alone does not. */
  name?: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A button with a popover. Escape or a click outside closes it. */
export function Disclosure({ label, icon, name, isOpen, onToggle, children }: DisclosureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useFitting(panel, isOpen);
  useClosing(frame, isOpen, onToggle);
  return (
    <div ref={frame} className={css.frame}>
      <Button
        size="sm"
        icon={icon}
        aria-label={name}
        title={label === undefined ? name : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div ref={panel} id={id} className={css.panel}>
          {children}
        </div>
      )}
    </div>
  );
}

/** Aligns the popover with the end of its button where it would leave the screen, also when its content comes later. */
function useFitting(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!isOpen || !element) return;
    element.dataset.side = 'start';
    const place = () => {
      const isCut = element.getBoundingClientRect().right > document.documentElement.clientWidth;
      if (isCut) element.dataset.side = 'end';
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [panel, isOpen]);
}

/** A dialog that the popover opened is not outside of it. */
const isInDialog = ({ target }: Event): boolean => target instanceof Element && target.closest('#modal-root') !== null;

function useClosing(frame: RefObject<HTMLElement | null>, isOpen: boolean, onToggle: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node) && !isInDialog(event)) onToggle(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isInDialog(event)) return;
      event.preventDefault();
      onToggle(false);
      frame.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [frame, isOpen, onToggle]);
}
