/** Characters that XML 1.0 cannot hold, even escaped: most control characters and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** A text for XML, as content or in a quoted attribute. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(IMPOSSIBLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
