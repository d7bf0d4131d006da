import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentName } from './record.ts';

export interface SegmentFile {
  /** The folder of its writer. */
  node: string;
  segment: string;
  path: string;
}

/** Folders of all current and former writers. */
export async function listNodes(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Segments of one writer, oldest first. */
export async function listSegmentsOf(folder: string, node: string): Promise<SegmentFile[]> {
  const files = await readdir(join(folder, node)).catch(ignoreMissing);
  const segments = files.filter((file) => file.endsWith('.log'));
  return sortSegments(segments.map((file) => ({ node, segment: segmentName(file), path: join(folder, node, file) })));
}

/** Segments of all writers on this machine, oldest first. */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const nodes = await listNodes(folder);
  return sortSegments((await Promise.all(nodes.map((node) => listSegmentsOf(folder, node)))).flat());
}

const sortSegments = (files: SegmentFile[]): SegmentFile[] => files.sort((a, b) => (a.segment < b.segment ? -1 : 1));

/** An unreadable folder is not an empty one. */
function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
