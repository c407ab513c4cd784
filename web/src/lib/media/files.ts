import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { bytes, clock, counted } from '../format/format.ts'

const lengthOf = (name: string, { durationMs }: { durationMs: number }) =>
  `${name}, ${clock(durationMs / 1_000)}`

type File = Pick<PortfolioItem, 'video' | 'audio' | 'document'>

/** Describes a file by type and length: `Film, 0:12`, `PDF, 12 pages`, `.docx, 48 KB`; null for a picture. */
export function describeFile({ video, audio, document }: File): string | null {
  if (video) return lengthOf('Film', video)
  if (audio) return lengthOf('Audio', audio)
  if (!document) return null
  if (document.pages !== null) return `PDF, ${counted(document.pages, 'page')}`
  // The extension in the URL follows the file's content, whatever its name says.
  return `${/\.\w+(?=\?|$)/.exec(document.url)?.[0] ?? 'File'}, ${bytes(document.bytes)}`
}
