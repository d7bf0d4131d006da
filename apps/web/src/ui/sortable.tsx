import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { TFunction } from 'i18next';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface SortableListProps {
  ids: readonly string[];
  /** Accessible name of an item by its 0-based index. */
  nameOf: (place: number) => string;
  /** Moves an item and announces it; both indexes are 0-based. */
  onMove: (from: number, to: number) => void;
  className?: string | undefined;
  children: ReactNode;
}

type Move = (from: number, to: number) => void;
const MoveContext = createContext<Move>(() => {});

/** Pixels before a press on a handle becomes a drag. */
const DRAG_DISTANCE = 4;

/** An ordered list whose items are moved with the mouse, by touch or with the keyboard, which screen readers announce. */
export function SortableList({ ids, nameOf, onMove, className, children }: SortableListProps) {
  const { t } = useTranslation('select');
  const list = useRef<HTMLOListElement>(null);
  const focusAt = useRef<number | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  // A moved element loses the focus, so it is restored.
  useEffect(() => {
    if (focusAt.current === null) return;
    list.current?.children[focusAt.current]?.querySelector<HTMLElement>('[data-reorder-handle]')?.focus();
    focusAt.current = null;
  });

  const move: Move = (from, to) => {
    if (to < 0 || to >= ids.length || from === to) return;
    focusAt.current = to;
    onMove(from, to);
  };
  const placeOf = (id: UniqueIdentifier) => ids.indexOf(String(id));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(placeOf(active.id), placeOf(over.id));
  };

  return (
    <DndContext
      sensors={sensors}
      modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcementsOf(t, placeOf, nameOf, ids.length),
        screenReaderInstructions: { draggable: t('reorder.instructions') },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <MoveContext value={move}>
          <ol ref={list} className={className}>
            {children}
          </ol>
        </MoveContext>
      </SortableContext>
    </DndContext>
  );
}

function announcementsOf(
  t: TFunction<'select'>,
  placeOf: (id: UniqueIdentifier) => number,
  nameOf: (place: number) => string,
  count: number,
): Announcements {
  const say = (key: string, id: UniqueIdentifier, at: UniqueIdentifier = id) =>
    t(`reorder.${key}`, { name: nameOf(placeOf(id)), place: placeOf(at) + 1, count });
  return {
    onDragStart: ({ active }) => say('picked', active.id),
    onDragOver: ({ active, over }) => (over ? say('over', active.id, over.id) : undefined),
    // A move is announced by the list itself.
    onDragEnd: ({ active, over }) => (over && over.id !== active.id ? undefined : say('returned', active.id)),
    onDragCancel: ({ active }) => say('returned', active.id),
  };
}

/** Connects an item and its handle to the surrounding list. */
export function useSortableItem(id: string, place: number) {
  const { t } = useTranslation('select');
  const move = useContext(MoveContext);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: t('reorder.item') },
  });
  /** Arrows move an item at once, unless it was picked up: then they are the library's. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    listeners?.onKeyDown?.(event);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || isDragging || event.altKey) return;
    event.preventDefault();
    move(place, place + step);
  };
  return {
    moveTo: (to: number) => move(place, to),
    itemProps: {
      ref: setNodeRef,
      style: transform ? { transform: `translateY(${transform.y}px)`, transition } : {},
      'data-dragged': isDragging || undefined,
    },
    handleProps: { ...attributes, ...listeners, ref: setActivatorNodeRef, 'data-reorder-handle': true, onKeyDown },
  };
}
