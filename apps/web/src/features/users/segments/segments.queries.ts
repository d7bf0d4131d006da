import { type NewSegment, segmentsApi } from '@poklik/contract/segments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const SEGMENTS = ['users', 'segments'] as const;

export const useSegments = (enabled = true) =>
  useQuery({
    queryKey: SEGMENTS,
    queryFn: ({ signal }) => call(segmentsApi.list, {}, { signal }),
    select: ({ data }) => data,
    enabled,
  });

function useSegmentWrite<Input, Answer>(write: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: () => client.invalidateQueries({ queryKey: SEGMENTS }) });
}

/** Null creates a segment. */
export const useSaveSegment = () =>
  useSegmentWrite(({ id, body }: { id: number | null; body: NewSegment }) =>
    id === null ? call(segmentsApi.create, { body }) : call(segmentsApi.update, { params: { id: String(id) }, body }),
  );

export const useRemoveSegment = () =>
  useSegmentWrite((id: number) => call(segmentsApi.remove, { params: { id: String(id) } }));
