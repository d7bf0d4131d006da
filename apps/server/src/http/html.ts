/** Markup that is safe to send. Only `html` makes it, so nothing else can reach a page unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = string | number | Html | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Text put into the template becomes text on the page. Attributes are written in double quotes. */
export const html = (literals: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(literals.map((literal, index) => literal + render(parts[index] ?? '')).join(''));
