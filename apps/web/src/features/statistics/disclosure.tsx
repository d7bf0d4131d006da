import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import css from './disclosure.module.css';

interface DisclosureProps {
  /** What the button says. */
  label: ReactNode;
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
  const id = useId();
  useClosing(frame, isOpen, onToggle);
  return (
    <div ref={frame} className={css.frame}>
      <Button
        size="sm"
        icon={icon}
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onToggle(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={id} className={css.panel}>
          {children}
        </div>
      )}
    </div>
  );
}

function useClosing(frame: RefObject<HTMLElement | null>, isOpen: boolean, onToggle: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (!frame.current?.contains(event.target as Node)) onToggle(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
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
