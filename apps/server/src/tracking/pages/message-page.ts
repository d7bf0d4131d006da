import { html } from '../../http/pages/html.ts';
import { createTranslator, type PageFrame, pageFrame } from './page-frame.ts';

/** Explains why a link does not redirect. */
export function messagePage(frame: PageFrame, message: 'missing' | 'gone' | 'unready'): string {
  const say = createTranslator(frame.language);
  const title = say(`${message}.title`);
  return pageFrame(frame, title, html`<h1>${title}</h1>\n<p class="lead">${say(`${message}.text`)}</p>`);
}
