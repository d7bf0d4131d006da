/** A minimal database in MaxMind's format that maps every IP address to one country. */
export function maxmindDatabase(country: string, builtAt: number): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
  const map = (entries: [string, Buffer][]) =>
    Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])]);
  const unsigned = (type: number, bytes: number, value: number) => {
    const content = Buffer.alloc(bytes);
    content.writeUIntBE(value, 0, bytes);
    // Types above seven need an extra byte.
    return Buffer.concat([type > 7 ? Buffer.from([bytes, type - 7]) : Buffer.from([(type << 5) | bytes]), content]);
  };
  const nodes = 1;
  // Both branches of the only node lead to the first data entry.
  const tree = Buffer.from([0, 0, nodes + 16, 0, 0, nodes + 16]);
  const data = map([['country', map([['iso_code', text(country)]])]]);
  const metadata = map([
    ['node_count', unsigned(6, 4, nodes)],
    ['record_size', unsigned(5, 2, 24)],
    ['ip_version', unsigned(5, 2, 6)],
    ['database_type', text('Test')],
    ['binary_format_major_version', unsigned(5, 2, 2)],
    ['binary_format_minor_version', unsigned(5, 2, 0)],
    ['build_epoch', unsigned(9, 6, builtAt / 1_000)],
  ]);
  const mark = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, Buffer.alloc(16), data, mark, metadata]);
}
