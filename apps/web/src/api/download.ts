import type { Endpoint } from '@poklik/contract/endpoint';
import { send } from './client.ts';

/** Saves what a call answers with as a file. A plain link could not carry the session. */
export async function download(endpoint: Endpoint, parts: Parameters<typeof send>[1], fileName: string): Promise<void> {
  const response = await send(endpoint, parts);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
