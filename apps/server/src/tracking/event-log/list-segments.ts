import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentOf } from './record.ts';

export interface SegmentFile {
  /** The folder of its writer. */
  node: string;
  segment: string;
  path: string;
}

/** The folders of everybody who writes or wrote here. */
export async function listNodes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The segments of one writer, the oldest first. */
export async function listSegmentsOf(folder: string, node: string): Promise<SegmentFile[]> {
  const files = await readdir(join(folder, node)).catch(unlessMissing);
  const segments = files.filter((file) => file.endsWith('.log'));
  return inOrder(segments.map((file) => ({ node, segment: segmentOf(file), path: join(folder, node, file) })));
}

/** All segments of this host, the oldest first. `folder` holds one folder for each process that writes. */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const nodes = await listNodes(folder);
  return inOrder((await Promise.all(nodes.map((node) => listSegmentsOf(folder, node)))).flat());
}

const inOrder = (files: SegmentFile[]): SegmentFile[] => files.sort((a, b) => (a.segment < b.segment ? -1 : 1));

/** A folder that cannot be read is not an empty one. */
function unlessMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
