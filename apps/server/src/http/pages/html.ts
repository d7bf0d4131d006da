/** Markup that is safe to send. Only `html` creates it, so nothing gets onto a page unescaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = string | number | Html | readonly Part[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** Interpolated text is escaped. Attributes use double quotes. */
export const html = (literals: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(literals.map((literal, index) => literal + render(parts[index] ?? '')).join(''));
