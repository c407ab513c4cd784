import type { OriginSlug } from '@plinth/contract/choices.ts'
import { Box, Camera, CircleHelp, Hand, Sparkles, Wand, type LucideIcon } from 'lucide-react'

const ICONS: Record<OriginSlug, LucideIcon> = {
  hand: Hand,
  camera: Camera,
  computer: Box,
  ai_assisted: Wand,
  ai_generated: Sparkles,
}

/** The icon of how a work was made; a question mark until its creator says it. */
export function OriginIcon({ kind, size = 22 }: { kind: OriginSlug | ''; size?: number }) {
  const Icon = kind === '' ? CircleHelp : ICONS[kind]
  return <Icon size={size} aria-hidden className="shrink-0" />
}
