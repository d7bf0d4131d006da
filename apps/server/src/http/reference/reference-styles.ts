/** Colours of the app (apps/web/src/styles/tokens.css). The theme follows the system, because the page has no script. */
const LIGHT = `
  --bg-canvas: #f5f8f9;
  --bg-surface: #ffffff;
  --bg-sunken: #eef2f3;
  --bg-hover: #f1f5f6;
  --bg-selected: #e0f4fc;
  --border-subtle: #e2e7e9;
  --border-default: #cfd6d9;
  --border-control: #788286;
  --text-primary: #151f23;
  --text-secondary: #454f53;
  --text-tertiary: #5e686c;
  --accent-solid: #006d8f;
  --accent-text: #006481;
  --success-text: #056836;
  --success-subtle: #e4f9ea;
  --danger-text: #b02523;
  --danger-subtle: #fef0ef;
  --warning-text: #80500a;
  --warning-subtle: #fff4da;
  --info-text: #2359ac;
  --info-subtle: #ebf3ff;
  --focus-ring: #1f6ad9;
  --brand-wheat: #d99a1c;`;

const DARK = `
  --bg-canvas: #0b1214;
  --bg-surface: #131b1e;
  --bg-sunken: #080d0f;
  --bg-hover: #1a2326;
  --bg-selected: #142f38;
  --border-subtle: #212a2d;
  --border-default: #30393c;
  --border-control: #6b777b;
  --text-primary: #e9eef0;
  --text-secondary: #b7bfc2;
  --text-tertiary: #97a0a4;
  --accent-solid: #4abcde;
  --accent-text: #63ceef;
  --success-text: #6ed797;
  --success-subtle: #152d1e;
  --danger-text: #f88c86;
  --danger-subtle: #3f1a19;
  --warning-text: #f2c665;
  --warning-subtle: #36270e;
  --info-text: #8fbbfc;
  --info-subtle: #192840;
  --focus-ring: #72afff;
  --brand-wheat: #f0b43c;`;

export const REFERENCE_STYLES = `:root {
  color-scheme: light dark;
  --font-sans: "Inter Variable", Inter, "Segoe UI", Roboto, "Noto Sans", system-ui, sans-serif;
  --font-mono: ui-monospace, "JetBrains Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --topbar-h: 56px;${LIGHT}
}
@media (prefers-color-scheme: dark) {
  :root {${DARK}
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--topbar-h) + 16px); }
body { margin: 0; background: var(--bg-canvas); color: var(--text-primary); font: 400 14px/20px var(--font-sans); }
a { color: var(--accent-text); text-underline-offset: 2px; }
a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--focus-ring); outline-offset: 2px; border-radius: 4px; }
code, pre, .path, .method { font-family: var(--font-mono); font-variant-numeric: slashed-zero; }
code { font-size: 13px; overflow-wrap: anywhere; }
.skip { position: absolute; left: -9999px; z-index: 2; padding: 8px 12px; background: var(--bg-surface); }
.skip:focus { left: 8px; top: 8px; }
header { position: sticky; top: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 16px; height: var(--topbar-h); padding: 0 24px; background: var(--bg-surface); border-bottom: 1px solid var(--border-subtle); }
.brand { display: flex; align-items: center; gap: 8px; color: var(--text-primary); font-size: 18px; font-weight: 600; letter-spacing: -0.02em; text-decoration: none; }
.brand path { stroke: var(--accent-solid); }
.brand circle { fill: var(--brand-wheat); }
.languages { display: flex; gap: 4px; }
.languages a { padding: 6px 10px; border-radius: 8px; color: var(--text-secondary); font-size: 13px; text-decoration: none; }
.languages a:hover { background: var(--bg-hover); }
.languages a[aria-current] { background: var(--bg-selected); color: var(--accent-text); font-weight: 500; }
.columns { display: grid; grid-template-columns: 320px minmax(0, 1fr); gap: 32px; max-width: 1440px; margin: 0 auto; padding: 24px; }
.side { position: sticky; top: calc(var(--topbar-h) + 24px); align-self: start; display: flex; flex-direction: column; gap: 16px; max-height: calc(100vh - var(--topbar-h) - 48px); min-width: 0; }
form { font-size: 13px; }
label { display: block; margin: 0 0 6px; color: var(--text-secondary); font-weight: 500; }
.field { display: flex; gap: 8px; }
input, button { height: 40px; border-radius: 8px; font: inherit; font-size: 14px; }
input { flex: 1; min-width: 0; padding: 0 12px; background: var(--bg-surface); border: 1px solid var(--border-control); color: var(--text-primary); }
button { padding: 0 14px; background: var(--bg-surface); border: 1px solid var(--border-default); color: var(--text-primary); font-weight: 500; cursor: pointer; }
button:hover { background: var(--bg-hover); }
.hint { margin: 6px 0 0; color: var(--text-tertiary); font-size: 12px; }
.contents { min-height: 0; overflow-y: auto; font-size: 13px; }
.contents summary { padding: 4px 8px; color: var(--text-tertiary); font-weight: 500; cursor: pointer; }
.contents ul { margin: 0; padding: 0; list-style: none; }
.contents li > a { display: block; padding: 4px 8px; border-radius: 6px; color: var(--text-primary); font-weight: 500; text-decoration: none; }
.contents li li > a { display: flex; align-items: baseline; gap: 8px; color: var(--text-secondary); font-weight: 400; }
.contents a:hover { background: var(--bg-hover); }
.contents .path { overflow-wrap: anywhere; font-size: 12px; }
.contents .method { flex: 0 0 52px; text-align: center; }
main { min-width: 0; }
h1 { margin: 0 0 8px; font-size: 32px; line-height: 40px; font-weight: 600; letter-spacing: -0.02em; }
h2 { margin: 40px 0 12px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 0 0 8px; font-size: 16px; line-height: 24px; font-weight: 600; }
h3 .path { color: var(--text-primary); text-decoration: none; overflow-wrap: anywhere; }
section > h3 { margin-top: 20px; }
h4 { margin: 20px 0 8px; color: var(--text-secondary); font-size: 13px; line-height: 20px; font-weight: 600; }
p { max-width: 68ch; margin: 0 0 8px; }
.lead { color: var(--text-secondary); font-size: 16px; line-height: 24px; }
main ul { max-width: 68ch; margin: 0; padding-left: 20px; }
main li { margin: 0 0 6px; }
.access { color: var(--text-secondary); }
.access span { color: var(--text-tertiary); }
article { margin: 0 0 16px; padding: 20px; background: var(--bg-surface); border: 1px solid var(--border-subtle); border-radius: 10px; }
article:target { border-color: var(--accent-solid); }
.method { padding: 0 6px; border-radius: 6px; font-size: 11px; line-height: 18px; font-weight: 600; }
.get { background: var(--info-subtle); color: var(--info-text); }
.post { background: var(--success-subtle); color: var(--success-text); }
.put { background: var(--warning-subtle); color: var(--warning-text); }
.delete { background: var(--danger-subtle); color: var(--danger-text); }
.table { overflow-x: auto; border: 1px solid var(--border-subtle); border-radius: 10px; background: var(--bg-surface); }
table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 20px; }
th { padding: 8px 12px; background: var(--bg-sunken); color: var(--text-secondary); font-size: 12px; font-weight: 500; text-align: left; white-space: nowrap; }
td { padding: 8px 12px; border-top: 1px solid var(--border-subtle); vertical-align: top; font-variant-numeric: tabular-nums; }
td code, td + td:not(:last-child) { white-space: nowrap; }
td:last-child { min-width: 240px; }
td:last-child code { white-space: normal; }
pre { margin: 0 0 12px; padding: 12px 16px; overflow-x: auto; background: var(--bg-sunken); border: 1px solid var(--border-subtle); border-radius: 10px; line-height: 20px; }
@media (max-width: 860.98px) {
  :root { --topbar-h: 52px; }
  header { padding: 0 16px; }
  .columns { grid-template-columns: minmax(0, 1fr); gap: 16px; padding: 16px; }
  .side { position: static; max-height: none; }
  input { font-size: 16px; }
  .contents { max-height: 30vh; padding: 8px; background: var(--bg-surface); border: 1px solid var(--border-subtle); border-radius: 10px; }
  article { padding: 16px; }
}
@media (max-width: 480px) {
  header { gap: 8px; padding: 0 12px; }
  .languages { gap: 0; }
  .languages a { padding: 6px 5px; }
}
@media print {
  header, .side { display: none; }
  .columns { display: block; }
}
`;
