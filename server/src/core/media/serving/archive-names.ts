import { extname } from 'node:path'

const MAX_NAME = 120
/** What Windows opens as a device, whatever its extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** A file's name as every system can unpack it: no path, nothing hidden, nothing unseen. Its end stays. */
export function archiveName(fileName: string): string {
  const clean = fileName
    .normalize('NFC')
    .slice(-MAX_NAME)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
    .replace(DEVICE, '_$1')
  return clean === '' ? 'file' : clean
}

/** The same for files that lie side by side: of equal names the second becomes `name (2)`, whatever the case. */
export function archiveNames(fileNames: readonly string[]): string[] {
  const taken = new Set<string>()
  return fileNames.map((fileName) => {
    const clean = archiveName(fileName)
    const extension = extname(clean)
    const stem = clean.slice(0, clean.length - extension.length)
    let name = clean
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${stem} (${nth})${extension}`
    taken.add(name.toLowerCase())
    return name
  })
}
