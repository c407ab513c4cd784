import { File, FileAudio, FileText, Film, Image } from 'lucide-react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'

/** What stands for a file that has no preview. */
export const ICONS = {
  image: Image,
  video: Film,
  audio: FileAudio,
  pdf: FileText,
  document: FileText,
  other: File,
} as const satisfies Record<DeliveryFile['kind'], unknown>
