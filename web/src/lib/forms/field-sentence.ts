/** Turns a server's remark on a field (`has parts of a cent`) into a sentence to show under it. */
export function fieldSentence(label: string, remark: string): string {
  const sentence = /^[a-z]/.test(remark) ? `${label} ${remark}` : remark
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`
}
