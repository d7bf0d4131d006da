import { render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestI18n } from '../../testing/texts.ts';
import { Markdown } from './markdown.tsx';

beforeAll(() => startTestI18n('en'));

const html = (text: string): string => render(<Markdown text={text} />).container.innerHTML;

describe('Markdown', () => {
  it('renders headings, lists, tables and code with a copy button', () => {
    const { container } = render(
      <Markdown
        text={'## One\n\nA **bold** `word`.\n\n- a\n- b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n```\n{{link}}\n```'}
        fill={(leaf) => leaf.replace('{{link}}', 'https://t.example/c/k')}
      />,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'One' })).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByRole('columnheader', { name: 'y' })).toBeVisible();
    expect(container.querySelector('pre')?.textContent).toBe('https://t.example/c/k');
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });

  it('opens external links in a new tab and internal links in place', () => {
    render(<Markdown text="[out](https://example.com) [in](/v1/docs)" />);
    expect(screen.getByRole('link', { name: 'out' })).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('link', { name: 'in' })).not.toHaveAttribute('target');
  });

  it.each([
    '<script>window.hurt = true</script>',
    '<img src=x onerror="window.hurt = true">',
    'text <b onclick="hurt()">bold</b> text',
    '[link](javascript:window.hurt=true)',
    '[link](JaVaScRiPt:window.hurt=true)',
    '[link](data:text/html,<script>hurt()</script>)',
    '[link](//evil.example/x)',
    '[link](/\\\\evil.example/x)',
    '[link](</\t/evil.example/x>)',
    '![picture](https://evil.example/beacon.gif)',
    '<https://example.com/"onmouseover=hurt()>',
    '[ref][1]\n\n[1]: javascript:hurt()',
  ])('renders %j as text, without scripts or external images', (hostile) => {
    const shown = html(hostile);
    expect(shown).not.toMatch(/<(script|img|b|iframe)\b/i);
    expect(shown).not.toMatch(/href="(javascript|data|\/[\\\s/])/i);
    expect(shown).not.toMatch(/<[^>]*\son\w+=/i);
  });
});
