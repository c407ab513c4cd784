const SOS = 0xda
const COM = 0xfe
const APP0 = 0xe0
const APP14 = 0xee
const APP15 = 0xef

/** Overwrites comments and everything of programs in a JPEG that is a part of something else: nothing may move. */
export function blankJpegWords(jpeg: Buffer): void {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg.readUInt8(at) === 0xff) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker === SOS) return
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const isProgram = marker >= APP0 && marker <= APP15 && marker !== APP14
    if (isProgram || marker === COM) jpeg.fill(0, at + 4, Math.min(end, jpeg.length))
    at = end
  }
}
