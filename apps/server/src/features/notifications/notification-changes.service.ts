import { EventEmitter, on } from 'node:events';
import type { Services } from '../../services.ts';
import { EVERYONE, NOTIFICATIONS_CHANNEL } from './notifications.service.ts';

export interface NotificationChanges {
  /** Yields once per change that concerns the user, until the signal aborts. */
  subscribe(userId: number, signal: AbortSignal): AsyncIterable<void>;
}

/** Shares one listening connection among all streams of the process. */
export function createNotificationChanges(listen: Services['listen']): NotificationChanges {
  const changes = new EventEmitter().setMaxListeners(0);
  listen(NOTIFICATIONS_CHANNEL, (whom) => changes.emit('change', whom));
  return {
    async *subscribe(userId, signal) {
      try {
        for await (const [whom] of on(changes, 'change', { signal })) {
          if (whom === EVERYONE || whom === String(userId)) yield;
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}
