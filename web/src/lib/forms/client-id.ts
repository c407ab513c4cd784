/** `crypto.randomUUID` is missing where a page did not come over HTTPS. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const versioned = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40)
  const marked = versioned.with(8, ((versioned[8] ?? 0) & 0x3f) | 0x80)
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
