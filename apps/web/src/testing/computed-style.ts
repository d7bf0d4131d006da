/**
 * Whenever a query looks at an element, jsdom applies every rule of the browser's own style sheet to it, which took
 * most of the time of these tests. It is the only style sheet here, so jsdom is asked once per kind of element.
 */
const ask = window.getComputedStyle.bind(window);

/** The properties that queries and events read, with their initial values. */
const INITIAL = { display: 'inline', visibility: 'visible', opacity: '1', 'pointer-events': 'auto' };
type Property = keyof typeof INITIAL;
const PROPERTIES = Object.keys(INITIAL) as Property[];
const INHERITED: readonly Property[] = ['visibility', 'pointer-events'];

/** What the browser's own style sheet looks at, besides the name of an element. */
const ATTRIBUTES = ['hidden', 'open', 'popover', 'type', 'style'];

const kinds = new Map<string, Record<Property, string>>();

/** Without what it inherits. */
function ownValues(element: Element): Record<Property, string> {
  const attributes = ATTRIBUTES.map((name) => element.getAttribute(name));
  const kind = JSON.stringify([element.namespaceURI, element.localName, ...attributes]);
  let values = kinds.get(kind);
  if (!values) {
    const style = ask(element.cloneNode() as Element);
    values = Object.fromEntries(PROPERTIES.map((name) => [name, style.getPropertyValue(name)])) as typeof INITIAL;
    kinds.set(kind, values);
  }
  return values;
}

function computed(element: Element, name: Property): string {
  const own = ownValues(element)[name];
  const { parentElement: parent } = element;
  const isInherited = parent && INHERITED.includes(name) && own === INITIAL[name] && !isInline(element, name);
  return isInherited ? computed(parent, name) : own;
}

const isInline = (element: Element, name: Property): boolean =>
  (element as HTMLElement).style.getPropertyValue(name) !== '';

const isRemembered = (name: string): name is Property => name in INITIAL;

window.getComputedStyle = (element, pseudo) => {
  if (pseudo || document.styleSheets.length > 0) return ask(element, pseudo);
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue')
        return (property: string) =>
          isRemembered(property) ? computed(element, property) : ask(element).getPropertyValue(property);
      const property = name === 'pointerEvents' ? 'pointer-events' : String(name);
      return isRemembered(property) ? computed(element, property) : Reflect.get(ask(element), name);
    },
  });
};
