import type { OriginSlug } from '../choices.ts'

/** How a work was made. The line below each is shown where the creator chooses. */
export const ORIGINS: readonly { value: OriginSlug; label: string; line: string }[] = [
  {
    value: 'hand',
    label: 'Made by hand',
    line: 'Thrown, drawn, sewn, cut, carved. A photograph of it is fine.',
  },
  {
    value: 'camera',
    label: 'Photographed or filmed',
    line: 'From a camera, with ordinary editing.',
  },
  { value: 'computer', label: '3D or vector', line: 'Built on a computer by you.' },
  {
    value: 'ai_assisted',
    label: 'AI-assisted',
    line: 'Parts came from a generator. You say which.',
  },
  { value: 'ai_generated', label: 'AI-generated', line: 'Most of it came from a generator.' },
]
