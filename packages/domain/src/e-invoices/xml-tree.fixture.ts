/** A reader for tests, of its own: it knows nothing of how documents are written. */
export interface XmlTree {
  name: string;
  attributes: Record<string, string>;
  children: XmlTree[];
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const decode = (text: string): string => text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Throws if a tag is not closed or text lies outside. */
export function readXml(xml: string): XmlTree {
  const top: XmlTree = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let at = 0;
  const body = xml.replace(/^<\?xml[^>]*\?>\n/, '');
  for (const tag of body.matchAll(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"]*")*)>/g)) {
    const parent = open.at(-1) ?? top;
    parent.text += decode(body.slice(at, tag.index).trim());
    at = tag.index + tag[0].length;
    const [, closing, name = '', attributes = ''] = tag;
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`${name} was not open`);
      continue;
    }
    const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      decode(value),
    ]);
    const node = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
    parent.children.push(node);
    open.push(node);
  }
  const [root] = top.children;
  if (!root || open.length !== 1 || top.text !== '') throw new Error('not well-formed');
  return root;
}

/** All elements at a path such as `cac:TaxTotal/cbc:TaxAmount`. */
export const findAll = (node: XmlTree, path: string): XmlTree[] =>
  path
    .split('/')
    .reduce<XmlTree[]>(
      (nodes, name) => nodes.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [node],
    );

export const textAt = (node: XmlTree, path: string): string => findAll(node, path)[0]?.text ?? '';
