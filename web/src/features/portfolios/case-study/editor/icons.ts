import {
  AudioLines,
  Columns2,
  FileText,
  Film,
  Grid2x2,
  Image,
  ListChecks,
  Quote,
  TextAlignStart,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { BLOCK_NAMES } from './editor-texts.ts'

export const BLOCK_ICONS: Record<keyof typeof BLOCK_NAMES, LucideIcon> = {
  text: TextAlignStart,
  media: FileText,
  image: Image,
  video: Film,
  audio: AudioLines,
  pdf: FileText,
  document: FileText,
  grid: Grid2x2,
  compare: Columns2,
  quote: Quote,
  facts: ListChecks,
  credits: Users,
}
