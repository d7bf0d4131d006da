import { html } from '../../http/html.ts';
import { type PageFrame, pageFrame, sayIn } from './page-frame.ts';

/** Says why a link leads nowhere. It never leads anywhere itself. */
export function messagePage(frame: PageFrame, message: 'missing' | 'gone' | 'unready'): string {
  const say = sayIn(frame.language);
  const title = say(`${message}.title`);
  return pageFrame(frame, title, html`<h1>${title}</h1>\n<p class="lead">${say(`${message}.text`)}</p>`);
}
