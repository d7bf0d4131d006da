import { createContext, useContext, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type SectionId, sectionOf } from './sections/form-sections.ts';

interface Target {
  path: string;
  /** Where the focus was when the navigation began. */
  from: Element | null;
}

export interface FormNavigation {
  isOpen: (section: SectionId) => boolean;
  toggle: (section: SectionId) => void;
  /** Expands what hides a field and focuses it. */
  goTo: (path: string) => void;
  /** The last navigation target; a new object each time. */
  target: Target | null;
}

export const FormNavigationContext = createContext<FormNavigation | null>(null);

export function useFormNavigationContext(): FormNavigation {
  const places = useContext(FormNavigationContext);
  if (!places) throw new Error('a part of the form stands outside of it');
  return places;
}

/** Sections expand within a few frames. */
const FRAMES_MAX = 30;

/** Open sections and navigation to any field. */
export function useFormNavigation(form: Pick<UseFormReturn, 'setFocus'>, opened: readonly SectionId[]): FormNavigation {
  const [open, setOpen] = useState<ReadonlySet<SectionId>>(() => new Set(opened));
  const [target, setTarget] = useState<Target | null>(null);

  useEffect(() => {
    if (!target) return;
    const { path, from } = target;
    let frames = 0;
    let frame = requestAnimationFrame(function look() {
      // Someone who is already in another field stays there; a button that was disabled has lost the focus to the page.
      if (document.activeElement !== from && document.activeElement !== document.body) return;
      const before = document.activeElement;
      form.setFocus(path);
      if (document.activeElement !== before || isAt(path)) return;
      frames += 1;
      if (frames < FRAMES_MAX) frame = requestAnimationFrame(look);
      else nearest(path)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [target, form]);

  return {
    isOpen: (section) => open.has(section),
    toggle: (section) => setOpen((now) => toggled(now, section)),
    goTo: (path) => {
      const section = sectionOf(path);
      if (section) setOpen((now) => new Set([...now, section]));
      setTarget({ path, from: document.activeElement });
    },
    target,
  };
}

function toggled(open: ReadonlySet<SectionId>, section: SectionId): ReadonlySet<SectionId> {
  const next = new Set(open);
  if (!next.delete(section)) next.add(section);
  return next;
}

const isAt = (path: string): boolean => document.activeElement?.getAttribute('name') === path;

/** The closest focusable element for a path. */
function nearest(path: string): HTMLElement | null {
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const found = document.querySelector<HTMLElement>(`[data-path="${part}"]`);
    if (found) return found;
  }
  return null;
}
