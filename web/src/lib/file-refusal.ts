import { IMAGE_TYPES, VIDEO_TYPES } from '@plinth/contract/media.ts'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'

type FileTypes = Readonly<Record<string, { extension: string }>>

export const PICTURES: FileTypes = IMAGE_TYPES
export const PICTURES_AND_VIDEOS: FileTypes = { ...IMAGE_TYPES, ...VIDEO_TYPES }

/** For the file chooser; the server decides by content. */
export const acceptOf = (types: FileTypes): string => Object.keys(types).join(',')

export type FileRefusal = 'too_large' | 'unsupported' | 'empty'

interface ChosenFile {
  name: string
  type: string
  size: number
}

/** Some systems name no type: then the name has to do. */
function isAmong(types: FileTypes, { name, type }: Omit<ChosenFile, 'size'>): boolean {
  if (type !== '') return type in types
  const written = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const sought = written === 'jpeg' ? 'jpg' : written
  return Object.values(types).some(({ extension }) => extension === sought)
}

/** Why a chosen file need not be sent at all; null when it may. */
export function refusalOf(file: ChosenFile, types: FileTypes): FileRefusal | null {
  if (!isAmong(types, file)) return 'unsupported'
  if (file.size === 0) return 'empty'
  return file.size > MAX_MEDIA_BYTES ? 'too_large' : null
}

export const isVideoFile = (file: Omit<ChosenFile, 'size'>): boolean => isAmong(VIDEO_TYPES, file)
