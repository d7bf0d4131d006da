import { html } from '../../http/pages/html.ts';
import { type PageFrame, pageFrame } from './page-frame.ts';

/** What a customer wants `/` of a tracking domain to say. */
export function rootPage(frame: PageFrame, text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return pageFrame(
    frame,
    frame.appName,
    html`<h1>${frame.appName}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}`,
  );
}
