import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { CopyButton } from '../copy/copy-button.tsx';
import css from './markdown.module.css';

interface MarkdownProps {
  text: string;
  /** Replaces placeholders in the text; it can't change the structure. */
  fill?: (text: string) => string;
  /** Level of the top heading, to continue the heading levels of the page. */
  topLevel?: 2 | 3;
}

/**
 * Renders Markdown as React elements. HTML is never parsed: anything that has no element below is shown as text, so
 * user content can't inject scripts.
 */
export function Markdown({ text, fill = (leaf) => leaf, topLevel = 2 }: MarkdownProps) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <div className={css.text}>{blocks(tokens, { fill, topLevel })}</div>;
}

interface Page {
  fill: (text: string) => string;
  topLevel: number;
}

/** Children without keys, because tokens never move. */
const together = <T,>(parts: readonly T[] | undefined, show: (part: T) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...(parts ?? []).map(show));

const blocks = (tokens: readonly Token[] | undefined, page: Page): ReactNode =>
  together(tokens, (token) => block(token as Tokens.Generic, page));
const inline = (tokens: readonly Token[] | undefined, page: Page): ReactNode =>
  together(tokens, (token) => span(token as Tokens.Generic, page));

function block(token: Tokens.Generic, page: Page): ReactNode {
  switch (token.type) {
    case 'heading': {
      const level = Math.min(token.depth - 2 + page.topLevel, 6);
      return createElement(`h${Math.max(level, page.topLevel)}`, undefined, inline(token.tokens, page));
    }
    case 'paragraph':
      return <p>{inline(token.tokens, page)}</p>;
    case 'list':
      return createElement(
        token.ordered ? 'ol' : 'ul',
        undefined,
        together(token.items as Tokens.ListItem[], (item) => <li>{blocks(item.tokens, page)}</li>),
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, page)}</blockquote>;
    case 'code':
      return <CodeBlock text={page.fill(token.text)} />;
    case 'table':
      return <Table token={token as Tokens.Table} page={page} />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'text':
      return token.tokens ? inline(token.tokens, page) : page.fill(token.text);
    default:
      return <p>{token.raw}</p>;
  }
}

function span(token: Tokens.Generic, page: Page): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, page)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, page)}</em>;
    case 'del':
      return <del>{inline(token.tokens, page)}</del>;
    case 'codespan':
      return <code>{page.fill(token.text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return isSafe(token.href) ? <SafeLink href={token.href}>{inline(token.tokens, page)}</SafeLink> : token.raw;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inline(token.tokens, page) : page.fill(decoded(token.text));
    // Images could load from anywhere, so only their alt text is shown.
    case 'image':
      return token.text;
    default:
      return token.raw;
  }
}

/** The lexer leaves these entities encoded. */
const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Browsers read a backslash as a slash and skip control characters, so `/\host` would lead to another site. */
const isSafe = (href: string): boolean => !/[\\\p{Cc}]/u.test(href) && /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href);

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const isElsewhere = /^https?:/i.test(href);
  return (
    <a href={href} {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer nofollow' })}>
      {children}
    </a>
  );
}

function CodeBlock({ text }: { text: string }) {
  return (
    <div className={css.code}>
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

function Table({ token, page }: { token: Tokens.Table; page: Page }) {
  return (
    <div className={css.table}>
      <table>
        <thead>
          <tr>
            {together(token.header, (cell) => (
              <th scope="col">{inline(cell.tokens, page)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {together(token.rows, (row) => (
            <tr>
              {together(row, (cell) => (
                <td>{inline(cell.tokens, page)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
