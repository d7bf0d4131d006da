import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

interface ReorderOptions {
  count: number;
  /** Moves an item; both indexes are 0-based. */
  onMove: (from: number, to: number) => void;
}

interface Drag {
  from: number;
  to: number;
  /** Distance the pointer has moved, in page pixels. */
  by: number;
  /** Height of the dragged item plus the gap below it. */
  room: number;
}

/** Distance from the window edge at which the page scrolls, and the scroll step. */
const EDGE_PX = 72;
const STEP_PX = 12;

interface Grip {
  from: number;
  startY: number;
  /** Latest pointer position in the window. */
  clientY: number;
  /** Top and height of every item on the page when the drag started. */
  items: { top: number; height: number }[];
  frame: number;
}

/** Reorders list items by dragging a handle or with the arrow keys. Items must be direct children of the list. */
export function useReorder<L extends HTMLElement>({ count, onMove }: ReorderOptions) {
  const list = useRef<L>(null);
  const grip = useRef<Grip | null>(null);
  const focusAt = useRef<number | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  // A moved element loses the focus, so it is restored.
  useEffect(() => {
    if (focusAt.current === null) return;
    list.current?.children[focusAt.current]?.querySelector<HTMLElement>('[data-reorder-handle]')?.focus();
    focusAt.current = null;
  });

  useEffect(() => () => cancelAnimationFrame(grip.current?.frame ?? 0), []);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || from === to) return;
    focusAt.current = to;
    onMove(from, to);
  };

  const follow = () => {
    const held = grip.current;
    if (!held) return;
    const by = held.clientY + window.scrollY - held.startY;
    const self = held.items[held.from];
    if (!self) return;
    const middle = self.top + self.height / 2 + by;
    const passed = held.items.filter(({ top, height }, place) => place !== held.from && middle > top + height / 2);
    const next = held.items[held.from + 1];
    const room = next ? next.top - self.top : self.height;
    setDrag({ from: held.from, to: passed.length, by, room });
  };

  /** Scrolls the page while the pointer is near an edge. */
  const scroll = () => {
    const held = grip.current;
    if (!held) return;
    if (held.clientY < EDGE_PX) window.scrollBy(0, -STEP_PX);
    else if (held.clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
    follow();
    held.frame = requestAnimationFrame(scroll);
  };

  const end = (isDrop: boolean) => {
    const held = grip.current;
    if (!held) return;
    cancelAnimationFrame(held.frame);
    grip.current = null;
    setDrag(null);
    if (isDrop && drag) move(held.from, drag.to);
  };

  const handleProps = (place: number) => ({
    'data-reorder-handle': true,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !list.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const items = [...list.current.children].map((item) => {
        const { top, height } = item.getBoundingClientRect();
        return { top: top + window.scrollY, height };
      });
      const startY = event.clientY + window.scrollY;
      grip.current = { from: place, startY, clientY: event.clientY, items, frame: 0 };
      grip.current.frame = requestAnimationFrame(scroll);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!grip.current) return;
      grip.current.clientY = event.clientY;
      follow();
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && grip.current) return end(false);
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      move(place, place + step);
    },
  });

  /** Offset of an item during a drag. */
  const shiftOf = (place: number): { dragged: boolean; aside: boolean; offset: number } => {
    if (!drag) return { dragged: false, aside: false, offset: 0 };
    if (place === drag.from) return { dragged: true, aside: false, offset: drag.by };
    const isBetween =
      drag.from < drag.to ? place > drag.from && place <= drag.to : place < drag.from && place >= drag.to;
    return { dragged: false, aside: true, offset: isBetween ? (drag.from < drag.to ? -drag.room : drag.room) : 0 };
  };

  return { list, move, handleProps, shiftOf, isDragging: drag !== null };
}
