import type { ResponseOf } from '@poklik/contract/endpoint';
import type { notificationsApi } from '@poklik/contract/notifications';
import type { Person } from '../../testing/test-app.ts';

/** Opens a user's live stream and reads it event by event. */
export async function openStream(base: string, { token }: Person) {
  const gone = new AbortController();
  const response = await fetch(`${base}/v1/notifications/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: gone.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    contentType: response.headers.get('content-type'),
    next: async (): Promise<ResponseOf<typeof notificationsApi.stream>> =>
      JSON.parse(((await reader?.read())?.value ?? '').replace(/^data: /, '')),
    close: () => gone.abort(),
  };
}
