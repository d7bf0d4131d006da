import { Download } from 'lucide-react';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { Button } from '../ui/button.tsx';
import css from './qr-code.module.css';

/** The quiet edge that scanners need, in modules. */
const EDGE = 4;

/** Dark modules of the code as one path, each run of a row as one stroke. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: EDGE });
  const path = rows
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join('');
  return { path, size: rows.length };
}

interface QrCodeProps {
  text: string;
  /** For the name of the file. */
  name: string;
  /** Says what the picture is. */
  label: string;
  downloadLabel: string;
}

/** The picture alone, for what should be scanned and not kept. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={css.light} d={`M0 0h${size}v${size}H0z`} />
      <path className={css.dark} d={path} />
    </svg>
  );
}

export function QrCode({ text, name, label, downloadLabel }: QrCodeProps) {
  const download = () => {
    const { path, size } = qrPath(text);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.svg` });
    link.click();
    // The browser has taken the file by then.
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  };
  return (
    <div className={css.qr}>
      <QrPicture text={text} label={label} />
      <Button size="sm" icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={download}>
        {downloadLabel}
      </Button>
    </div>
  );
}
