import { IMAGE_TYPES } from '@plinth/contract/media.ts'
import { MAX_FILE_NAME_LENGTH, MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'

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

const EXTENSIONS = new Set([
  ...Object.values(IMAGE_TYPES).map(({ extension }): string => extension),
  'jpeg',
])
/** For the file chooser; the server decides by content. */
export const ACCEPTED_TYPES = Object.keys(IMAGE_TYPES).join(',')

export type FileRefusal = 'too_large' | 'unsupported' | 'empty'

/** Why a chosen file need not be sent at all; null when it may. */
export function refusalOf(file: { name: string; type: string; size: number }): FileRefusal | null {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  if (!(file.type in IMAGE_TYPES) && !(file.type === '' && EXTENSIONS.has(extension)))
    return 'unsupported'
  if (file.size === 0) return 'empty'
  return file.size > MAX_MEDIA_BYTES ? 'too_large' : null
}
