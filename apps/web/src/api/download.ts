import type { Endpoint } from '@poklik/contract/endpoint';
import { send } from './client.ts';

/** Saves a response as a file. A plain link could not send the token. */
export async function download(endpoint: Endpoint, parts: Parameters<typeof send>[1], fileName: string): Promise<void> {
  saveFile(await (await send(endpoint, parts)).blob(), fileName);
}

export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
