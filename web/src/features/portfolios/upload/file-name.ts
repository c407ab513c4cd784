import { MAX_FILE_NAME_LENGTH } from '@plinth/contract/limits.ts'

/** `moon-over-six-hills.tif` → `moon-over-six-hills`; a name that is only an extension stays. */
export function titleFromFileName(fileName: string): string {
  const name = fileName.trim()
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** The last part of a URL's path, readable; an empty text when there is none yet. */
export function fileNameFromUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const last = new URL(text).pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last).slice(0, MAX_FILE_NAME_LENGTH)
  } catch {
    return last.slice(0, MAX_FILE_NAME_LENGTH)
  }
}
