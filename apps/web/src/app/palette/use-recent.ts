import { useState } from 'react';
import { type Command, type Group, RESULT_ICONS } from './command.ts';

const RECENT_MAX = 5;

interface StoredCommand {
  id: string;
  group: Group;
  label: string;
  to: string | null;
}

const isStoredCommand = (value: unknown): value is StoredCommand =>
  typeof value === 'object' && value !== null && 'id' in value && 'label' in value && 'to' in value;

/** Session storage, so names don't stay on shared computers. */
function read(key: string): StoredCommand[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredCommand).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

/** Recently chosen commands, latest first, without those no longer allowed. */
export function useRecent(userId: number, known: readonly Command[]) {
  const key = `palette-recent ${userId}`;
  const [remembered] = useState(() => read(key));

  const recent = remembered.flatMap(({ id, group, label, to }): Command[] => {
    const same = known.find((command) => command.id === id);
    if (same) return [{ ...same, group: 'recent' }];
    const icon = Object.entries(RESULT_ICONS).find(([name]) => name === group)?.[1];
    return icon && to !== null ? [{ id, group: 'recent', label, icon, to }] : [];
  });

  const remember = (command: Command) => {
    const { id, label } = command;
    const before = remembered.filter((each) => each.id !== id);
    const group = remembered.find((each) => each.id === id)?.group ?? command.group;
    const latest: StoredCommand = { id, group, label, to: 'to' in command ? command.to : null };
    try {
      sessionStorage.setItem(key, JSON.stringify([latest, ...before].slice(0, RECENT_MAX)));
    } catch {
      // Without storage nothing is remembered.
    }
  };

  return { recent, remember };
}
