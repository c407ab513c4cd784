import type { Project } from '@plinth/contract/projects/projects.ts'

/** What every question of a room knows. */
export interface AskProps {
  project: Project
  viewerId: string
  onClose: () => void
}
