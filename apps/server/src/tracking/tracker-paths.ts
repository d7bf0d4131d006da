export const CLICK_PATH = '/c/';
const IMPRESSION_PATH = '/i/';

const isPath = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url.charCodeAt(path.length) === 63);

/** Which tracker path a URL belongs to, if any. */
export function matchTrackerPath(
  url: string,
): 'click' | 'impression' | 'event' | 'postback' | 'pixel' | 'script' | undefined {
  if (url.startsWith(CLICK_PATH)) return 'click';
  if (url.startsWith(IMPRESSION_PATH)) return 'impression';
  if (isPath(url, '/e')) return 'event';
  if (isPath(url, '/postback')) return 'postback';
  if (isPath(url, '/p.gif') || isPath(url, '/p')) return 'pixel';
  if (isPath(url, '/t.js')) return 'script';
  return undefined;
}
