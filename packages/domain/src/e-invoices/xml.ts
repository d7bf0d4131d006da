/** An element: its children, or its text and attributes. Null and empty elements are left out. */
export type XmlNode = [name: string, content: XmlContent, attributes?: Record<string, string>];
type XmlContent = string | null | readonly (XmlNode | null)[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without characters that XML 1.0 can't contain. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

function writeNode([name, content, attributes = {}]: XmlNode, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')}`;
  if (content === null || content.length === 0) return '';
  if (typeof content === 'string') return `${start}>${escapeXml(content)}</${name}>\n`;
  const children = content.map((node) => (node === null ? '' : writeNode(node, `${indent}  `))).join('');
  return children === '' ? '' : `${start}>\n${children}${indent}</${name}>\n`;
}

export const writeXml = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root, '')}`;
