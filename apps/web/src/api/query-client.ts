import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const shouldRetry = (error: Error): boolean =>
  error instanceof ApiError && (error.status === undefined || error.status >= 500);

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && shouldRetry(error),
      },
      // Writes are never retried automatically.
      mutations: { retry: false },
    },
  });
